"""The reference monitor: judges every call of a foreign agent, by the laws that plans are under.

An agent's session is like a plan that is carried out step by step, of which only the calls are
seen. Reads are cut to what the caller may see, writes are compared with the reading of the
request as a set that grows, and the answer with what was really done.
"""
