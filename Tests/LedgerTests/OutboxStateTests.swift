import Ledger
import Localization
import Testing

@Suite struct OutboxStateTests {
    @Test(arguments: OutboxState.allCases)
    func everyStateHasAWord(state: OutboxState) {
        for language in Language.allCases where language != .english {
            #expect(MessageCatalog(language).word("delivery.state", state.rawValue) != state.rawValue, "\(language)")
        }
    }
}
