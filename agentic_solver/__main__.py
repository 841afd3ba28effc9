"""``python -m agentic_solver``: the same as the console script ``agentic-solver``."""

from agentic_solver.cli import main

if __name__ == "__main__":
    main()
