"""What a request asks for, resolved over the company's data and compared with what is written.

Free of any natural language: a reading gives closed lists, names, numbers and texts; the engine
finds the records that are meant, computes the values from what is stored, and says of a set of
writes whether it is that, nothing less and nothing more.
"""
