import Testing
import Training

@Suite struct NameKeyTests {
    @Test(
        arguments: [
            ("Bench Press", "benchpress"), ("bench-press", "benchpress"), ("BENCH_PRESS", "benchpress"),
            ("Pull-up", "pullup"), ("Farmer’s Walk", "farmerswalk"), ("Farmer's Walk", "farmerswalk"),
            ("Bankdrücken", "bankdrucken"), ("BANKDRÜCKEN", "bankdrucken"), ("Bankdru\u{308}cken", "bankdrucken"),
            ("Développé couché", "developpecouche"), ("Reißen", "reissen"), ("Cœur", "coeur"),
            ("Extensión", "extension"),
            ("Şınav", "sinav"), ("ŞINAV", "sinav"), ("İp Atlama", "ipatlama"), ("ip atlama", "ipatlama"),
            ("5/3/1 Row (45°)", "531row45°"), ("Присед", "присед"), ("ПРИСЕД", "присед"), ("深蹲", "深蹲"), ("💪", "💪"),
            ("", ""), (" -–_.'", ""),
        ]
    )
    func spellingsOfANameHaveTheSameKey(name: String, key: String) {
        #expect(NameKey.of(name) == key)
    }
}
