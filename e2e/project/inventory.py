"""Stock of a small warehouse: what lies where, what leaves, what must be ordered again."""

from dataclasses import dataclass, field
from datetime import date, timedelta


@dataclass
class Shelf:
    aisle: str
    level: int
    capacity: int
    contents: dict = field(default_factory=dict)

    def free_space(self):
        return self.capacity - sum(self.contents.values())

    def label(self):
        return f"{self.aisle}-{self.level:02d}"


@dataclass
class Article:
    number: str
    title: str
    weight_grams: int
    supplier: str
    lead_time_days: int
    minimum_order: int


class Warehouse:
    def __init__(self, shelves, articles):
        self.shelves = {shelf.label(): shelf for shelf in shelves}
        self.articles = {article.number: article for article in articles}
        self.movements = []

    def stock(self, number):
        total = 0
        for shelf in self.shelves.values():
            total += shelf.contents.get(number, 0)
        return total

    def receive(self, number, amount, when):
        remaining = amount
        for shelf in self.shelves.values():
            placed = min(shelf.free_space(), remaining)
            if placed > 0:
                shelf.contents[number] = shelf.contents.get(number, 0) + placed
                remaining -= placed
            if remaining == 0:
                break
        if remaining > 0:
            raise OverflowError(f"no room for {remaining} of {number}")
        self.movements.append((when, number, amount))

    def pick(self, number, amount, when):
        if self.stock(number) < amount:
            raise LookupError(f"only {self.stock(number)} of {number} in stock")
        remaining = amount
        for shelf in self.shelves.values():
            taken = min(shelf.contents.get(number, 0), remaining)
            if taken > 0:
                shelf.contents[number] -= taken
                remaining -= taken
        self.movements.append((when, number, -amount))

    def daily_demand(self, number, today, window_days=28):
        start = today - timedelta(days=window_days)
        picked = 0
        for when, moved, amount in self.movements:
            if moved == number and amount < 0 and start <= when <= today:
                picked -= amount
        return picked / window_days

    def reorder_quantity(self, number, today):
        """How many pieces to order now: the demand of the lead time plus a safety stock, less the stock."""
        article = self.articles[number]
        demand = self.daily_demand(number, today)
        safety_stock = demand * 7
        wanted = demand * article.lead_time_days + safety_stock - self.stock(number)
        if wanted <= 0:
            return 0
        return max(article.minimum_order, round(wanted))

    def shelf_report(self):
        lines = []
        for label, shelf in sorted(self.shelves.items()):
            used = shelf.capacity - shelf.free_space()
            lines.append(f"{label}: {used}/{shelf.capacity}")
            for number, amount in sorted(shelf.contents.items()):
                title = self.articles[number].title
                lines.append(f"  {number} {title}: {amount}")
        return "\n".join(lines)

    def weight_of_aisle(self, aisle):
        grams = 0
        for shelf in self.shelves.values():
            if shelf.aisle != aisle:
                continue
            for number, amount in shelf.contents.items():
                grams += self.articles[number].weight_grams * amount
        return grams / 1000

    def articles_of_supplier(self, supplier):
        found = []
        for article in self.articles.values():
            if article.supplier.casefold() == supplier.casefold():
                found.append(article)
        return sorted(found, key=lambda article: article.title)

    def movements_on(self, day):
        return [movement for movement in self.movements if movement[0] == day]


def parse_article(line):
    parts = [part.strip() for part in line.split(";")]
    if len(parts) != 6:
        raise ValueError(f"expected 6 fields, found {len(parts)}")
    number, title, weight, supplier, lead_time, minimum = parts
    return Article(number, title, int(weight), supplier, int(lead_time), int(minimum))


def parse_shelf(line):
    aisle, level, capacity = line.split(";")
    return Shelf(aisle.strip(), int(level), int(capacity))


def load(articles_path, shelves_path):
    with open(articles_path, encoding="utf-8") as source:
        articles = [parse_article(line) for line in source if line.strip()]
    with open(shelves_path, encoding="utf-8") as source:
        shelves = [parse_shelf(line) for line in source if line.strip()]
    return Warehouse(shelves, articles)


def main():
    warehouse = load("articles.csv", "shelves.csv")
    for number in warehouse.articles:
        quantity = warehouse.reorder_quantity(number, date.today())
        if quantity:
            print(f"order {quantity} of {number}")


if __name__ == "__main__":
    main()
