"""One proposing round as a contract of its own: stateless, bounded, with ids that correlate.

    sense, capability, intent, feedback, limits -> round: what a proposer is given
    attempts -> clamp: what it proposes, and what of that is admitted
    reactor: the round itself; observer: telemetry, beside it

The agent of this project uses its ids, its write key and its limits (`attempts`, `limits`).
Its own rounds are those of `guard/`, with the plan as the draft and the validator as the
clamp. The rest is the same contract for a proposer that drafts single calls; nothing in the
package calls it, and its tests are its only users.
"""
