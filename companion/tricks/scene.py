"""What screens of Port Royal (2000) are drawn from, and the words and rows they share."""

from __future__ import annotations

from companion.flow import Context
from companion.screens.scene import Stage, bar
from engine.kernel import Command, fold
from engine.portroyal2000.cards import SHIPS, Card
from engine.portroyal2000.messages import HIDDEN
from engine.portroyal2000.state import DEBT_END
from engine.portroyal2000.view import view
from engine.portroyal2000.view_records import PlayerView, ShipView, View
from engine.session import Session

COLOURS = ("black", "red", "blue", "green")
"""In the order in which they are offered."""
DEBT, BID, BOTH, FREE = "●", "■", "◎", "·"
"""Yellow stone, black stone, both on one space, and an empty space of the scale."""


class Scene(Stage, frozen=True):
    """A game of Port Royal (2000) at one moment, with what its screens need; everything in it is public."""

    OWN = "tricks."

    view: View

    # -- words ---------------------------------------------------------------------------
    def sentence(self, key: str, /, **fields: object) -> str:
        """Give a text of several rows."""
        return self.ctx.texts(f"sentence.tricks.{key}", **fields)

    # -- cards and colours ---------------------------------------------------------------
    def card(self, card: int) -> Card:
        """Give a card by its id."""
        face: Card = self.rules.cards[card]
        return face

    def token(self, card: int) -> str:
        """Give a card's name in at most 5 cells; a bonus card that lies face down has none."""
        return self.say("bonus.token") if card == HIDDEN else self.ctx.names.token(self.card(card).kind)

    def full(self, card: int) -> str:
        """Give a card's name in at most 13 cells."""
        return self.say("bonus.full") if card == HIDDEN else self.ctx.names.full(self.card(card).kind)

    def brief(self, card: int) -> str:
        """Give a trick card in at most 3 cells: ``◆7``, ``P5``."""
        face = self.card(card)
        if face.pirate:
            return self.say("pirate", value=face.value)
        return f"{self.sign(face.colour)}{face.value}"

    def sign(self, colour: str) -> str:
        """Give a colour's sign."""
        return self.ctx.names.sign(colour)

    def hue(self, colour: str) -> str:
        """Give a colour with its word."""
        return self.ctx.names.hue(colour)

    def ship(self, ship: int) -> str:
        """Give a ship's name in 3 cells."""
        return self.ctx.names.token(SHIPS[ship])

    def full_ship(self, ship: int) -> str:
        """Give a ship's name in at most 10 cells."""
        return self.ctx.names.full(SHIPS[ship])

    # -- players -------------------------------------------------------------------------
    def player(self, seat: int) -> PlayerView:
        """Give what lies before a seat."""
        return self.view.players[seat]

    def clockwise(self, first: int) -> list[int]:
        """Give all seats from one on."""
        return [(first + step) % self.rules.seats for step in range(self.rules.seats)]

    # -- rows ----------------------------------------------------------------------------
    def title(self, *rights: str) -> str:
        """Give the header of a trick: round, trick, and something to the right."""
        return bar(self.say("title.trick", round=self.view.round, trick=self.view.trick), *rights)

    def round_title(self, *rights: str) -> str:
        """Give the header of a round."""
        return bar(self.say("title.round", round=self.view.round), *rights)

    def by_list(self, kind: str) -> bool:
        """Tell whether cards of a type are named from a list: no reader is there, or some have no tag."""
        untagged = self.ctx.untagged
        return not self.ctx.readers or any(self.card(c).type == kind and self.in_game(c) for c in untagged)

    def in_game(self, card: int) -> bool:
        """Tell whether a card is in a game of so many players (13, 14)."""
        return self.rules.seats in self.card(card).seats

    def ahead(self, command: Command) -> View:
        """Give the view after a command that the rules accept, to show what it comes to."""
        events = self.session.propose(command).events
        return view(self.rules, fold(self.rules, self.state, events))


def scene_of(ctx: Context, session: Session | None = None) -> Scene:
    """Gather what screens of the running game need; the context must have a game, unless one is given."""
    session = session or ctx.session
    assert session is not None, "no game is on the table"
    rules, state = session.table.rules, session.state
    return Scene(ctx, session, state, rules, view(rules, state))


def load_of(ship: ShipView) -> str:
    """Give weight and capacity of a ship, marked when it would sink now: ``20/24``, ``28/24!``."""
    return f"{ship.weight}/{ship.capacity}{'!' if ship.sunk else ''}"


def scale(debt: int, stone: int) -> str:
    """Draw the debt scale, a cell for each space from 0 to -19: the yellow stone, and the black one."""
    cells = [FREE] * (DEBT_END + 1)
    cells[debt] = DEBT
    if stone >= 0:
        cells[stone] = BOTH if stone == debt else BID
    return "".join(cells)


SCALE_NUMBERS = "0    5    10   15  19"
"""Below the scale."""
