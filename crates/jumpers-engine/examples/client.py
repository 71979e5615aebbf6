#!/usr/bin/env python3
"""Plays a game between two engines: client.py ENGINE [--board 6|8|10] [--movetime MS]"""

import argparse
import subprocess


class Engine:
    """An engine at the other end of a pipe, for a `with` block."""

    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.handshake = self.ask("uci", "uciok")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.quit()

    def send(self, line):
        print(line, file=self.process.stdin)

    def ask(self, line, last):
        """Sends a line; the answers up to the one that begins with `last`."""
        self.send(line)
        lines = []
        while not lines or not lines[-1].startswith(last):
            answer = self.process.stdout.readline()
            if not answer:
                raise EOFError(f"the engine has ended after: {line}")
            if answer.startswith("info string error"):
                raise ValueError(answer.rstrip())
            lines.append(answer.rstrip())
        return lines

    def set(self, name, value):
        self.send(f"setoption name {name} value {value}")

    def position(self, moves=(), start="startpos"):
        self.send(" ".join(["position", start, "moves", *moves]))

    def query(self, question):
        return self.ask(f"query {question}", "response ")[-1].removeprefix("response ")

    def go(self, **limits):
        """Thinks: the best turn, None in a finished game, and what was said, in words."""
        words = [f"{name} {value}" for name, value in limits.items()]
        *infos, best = self.ask(" ".join(["go", *words]), "bestmove ")
        best = best.split()[1]
        return (None if best == "(none)" else best), [info.split() for info in infos]

    def quit(self):
        self.process.communicate("quit\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine")
    parser.add_argument("--board", choices=["6", "8", "10"], default="6")
    parser.add_argument("--movetime", type=int, default=100, metavar="MS")
    args = parser.parse_args()
    with Engine(args.engine) as red, Engine(args.engine) as teal:
        moves = []
        for engine in red, teal:
            engine.set("Board", args.board)
        while True:
            engine = (red, teal)[len(moves) % 2]
            engine.position(moves)
            best, infos = engine.go(movetime=args.movetime)
            if best is None:
                break
            moves.append(best)
            info = infos[-1]
            kind, value = info[info.index("score") + 1 :][:2]
            print(f"{len(moves)}. {best} (depth {info[info.index('depth') + 1]}, {kind} {value})")
        print("result:", engine.query("result"))


if __name__ == "__main__":
    main()
