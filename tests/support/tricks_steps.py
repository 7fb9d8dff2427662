"""Steps that lead a game of Port Royal (2000) to each of its phases."""

LAID = ["biscuit-4", "tobacco-12", "gunpowder-7", "double", "rum-5", "rum-9", "max-minus-5", "plus-8"]
NINTH = "remove"
TO_AUCTION = {"lay": [*LAID, NINTH]}


def led(bid: int) -> tuple[object, ...]:
    """Give the steps to the choice of booty: Ben bids so much, trump is black, and Ben leads."""
    return (TO_AUCTION, {"bid": bid}, "pass", "pass", "swapped", {"trump": "black"}, {"lead": "Ben"})


def trick(*cards: str) -> tuple[object, ...]:
    """Give the steps in which these cards are played."""
    return tuple({"play": card} for card in cards)


TO_CHOOSE = led(8)
TO_LEAD = TO_CHOOSE[:-1]
TO_TRUMP = TO_LEAD[:-1]
TO_SWAP = TO_TRUMP[:-1]
WON = (*TO_CHOOSE, {"choose": "rum-9"}, *trick("red-5", "red-2", "red-1"))
"""Ben, who holds the privileges, wins rum 9."""
