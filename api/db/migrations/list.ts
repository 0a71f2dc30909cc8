import { spine } from './0001-spine.ts'
import { syncRoundsAndPruning } from './0002-sync-rounds-and-pruning.ts'
import { versionPerOperation } from './0003-version-per-operation.ts'
import { floorFacts } from './0004-floor-facts.ts'
import { refurb } from './0005-refurb.ts'
import { packages } from './0006-packages.ts'
import { printers } from './0007-printers.ts'
import { evidence } from './0008-evidence.ts'
import { proposals } from './0009-proposals.ts'
import { peopleAndPlaces } from './0010-people-and-places.ts'
import { dispatchOperators } from './0011-dispatch-operators.ts'
import { creation } from './0012-creation.ts'
import { statistics } from './0013-statistics.ts'
import { payments } from './0014-payments.ts'
import { publicCatalog } from './0015-public-catalog.ts'
import { buybackDocuments } from './0016-buyback-documents.ts'
import { settledBeforePayments } from './0017-settled-before-payments.ts'
import { deliveries } from './0018-deliveries.ts'
import { counter } from './0019-counter.ts'
import { publicReads } from './0020-public-reads.ts'
import { quickSearch } from './0021-quick-search.ts'
import { productList } from './0022-product-list.ts'
import { readTablesOfTheCatalog } from './0023-read-tables-of-the-catalog.ts'
import { wordsAboutCustomers } from './0024-words-about-customers.ts'
import { moneyUnderWay } from './0025-money-under-way.ts'
import { labelOfEachReturn } from './0026-label-of-each-return.ts'
import { searchByFacets } from './0027-search-by-facets.ts'
import { knownCountsOfRounds } from './0028-known-counts-of-rounds.ts'
import { whateverDevicesShow } from './0030-whatever-devices-show.ts'
import { wordsOfALargeShare } from './0033-words-of-a-large-share.ts'
import { promisedPrices } from './0034-promised-prices.ts'
import { pricesOfEachGrade } from './0035-prices-of-each-grade.ts'
import { productPageBesideTheList } from './0036-product-page.ts'
import { wordingOfDiagnoses } from './0037-wording-of-diagnoses.ts'
import { customersSetApart } from './0038-customers-set-apart.ts'
import { triesThatGoOn } from './0039-tries-that-go-on.ts'
import { serialNumbersByTheirBeginning } from './0040-serial-numbers-by-their-beginning.ts'
import { counterNumbersOfNoDevice } from './0041-counter-numbers-of-no-device.ts'
import { numbersSkippedByRestores } from './0042-numbers-skipped-by-restores.ts'
import { inactiveDestinations } from './0043-inactive-destinations.ts'
import { faceOfTheAccount } from './0045-face-of-the-account.ts'
import { clientAdministration } from './0048-client-administration.ts'
import { sessionsWithoutAModule } from './0049-sessions-without-a-module.ts'
import { sftpAccess } from './0050-sftp-access.ts'
import { entities } from './0051-entities.ts'
import { versionsOfUsers } from './0052-versions-of-users.ts'
import { connectors } from './0053-connectors.ts'
import { openIdSignIn } from './0054-open-id-sign-in.ts'
import { catalogExports } from './0055-catalog-exports.ts'
import { catalogImports } from './0056-catalog-imports.ts'
import { claimsOfOneRunner } from './0057-claims-of-one-runner.ts'
import { settledIsDecided } from './0058-settled-is-decided.ts'
import { signOutsAndDomains } from './0060-sign-outs-and-domains.ts'
import { placesOfPeople } from './0061-places-of-people.ts'
import { clientsCreatedWhole } from './0062-clients-created-whole.ts'
import { circuitsOfEachClient } from './0063-circuits-of-each-client.ts'
import { productsByHand } from './0065-products-by-hand.ts'
import { ownAddresses } from './0068-own-addresses.ts'
import { ownBuyers } from './0069-own-buyers.ts'
import { listedHosts } from './0070-listed-hosts.ts'
import { sessionEndsAndLegalFiles } from './0071-session-ends-and-legal-files.ts'
import { platformAccount } from './0072-platform-account.ts'
import { contentInLanguages } from './0073-content-in-languages.ts'
import { openedClients } from './0076-opened-clients.ts'
import { picturesOfQuestions } from './0078-pictures-of-questions.ts'
import { missedUpdates } from './0080-missed-updates.ts'
import { buyersOwnImports } from './0081-buyers-own-imports.ts'
import { languageOfStandIns } from './0082-language-of-stand-ins.ts'
import { productsInLanguages } from './0084-products-in-languages.ts'
import { textsInLanguages } from './0085-texts-in-languages.ts'
import { refurbQuestionsOfProducts } from './0086-refurb-questions-of-products.ts'
import { deviceWorkInClients } from './0087-device-work-in-clients.ts'
import { administratorsAtThePlatform } from './0088-administrators-at-the-platform.ts'
import { picturesOfTexts } from './0092-pictures-of-texts.ts'
import { rulesInLanguages } from './0093-rules-in-languages.ts'
import { accessThatEnded } from './0097-access-that-ended.ts'
import { provenIdentities } from './0098-proven-identities.ts'
import { oneTimeCodes } from './0099-one-time-codes.ts'
import { stepCancelling } from './0100-step-cancelling.ts'
import { mailsOfBuybacks } from './0102-mails-of-buybacks.ts'
import { cleanedHtml } from './0103-cleaned-html.ts'
import { latinNames } from './0105-latin-names.ts'
import { orderOfLocks } from './0106-order-of-locks.ts'
import { holdersOfHosts } from './0107-holders-of-hosts.ts'
import { openUploads } from './0108-open-uploads.ts'
import { headsOfRegisters } from './0109-heads-of-registers.ts'
import { toldWords } from './0110-told-words.ts'
import { homesOfLinks } from './0111-homes-of-links.ts'
import { demandedCodes } from './0112-demanded-codes.ts'
import { passkeys } from './0113-passkeys.ts'
import { sessionLimits } from './0114-session-limits.ts'
import { slowRecoveryCodes } from './0115-slow-recovery-codes.ts'
import { longerVoucherCodes } from './0116-longer-voucher-codes.ts'
import { paymentReleases } from './0117-payment-releases.ts'
import { faultsOfLines } from './0118-faults-of-lines.ts'
import { absorbedPayments } from './0119-absorbed-payments.ts'
import { importsTriedAndUndone } from './0120-imports-tried-and-undone.ts'
import { hoursOfStores } from './0121-hours-of-stores.ts'
import { buyersInReach } from './0122-buyers-in-reach.ts'
import { customerNotices } from './0123-customer-notices.ts'
import { capsOfAmounts } from './0124-caps-of-amounts.ts'
import { soldQuotes } from './0125-sold-quotes.ts'
import { inactiveEnds } from './0126-inactive-ends.ts'
import { readTablesOnce } from './0127-read-tables-once.ts'
import { offlineSignIn } from './0128-offline-sign-in.ts'
import { pinnedIssuers } from './0129-pinned-issuers.ts'
import { trialsTakenUp } from './0130-trials-taken-up.ts'
import { productsFound } from './0131-products-found.ts'
import { keptImports } from './0132-kept-imports.ts'
import { issuersOfWays } from './0134-issuers-of-ways.ts'
import { noFilesOfOtherCurrencies } from './0135-no-files-of-other-currencies.ts'
import { wordsFoldedOnce } from './0136-words-folded-once.ts'
import { fewerCatalogIndexes } from './0137-fewer-catalog-indexes.ts'
import { pickUpSlots } from './0139-pick-up-slots.ts'
import { exportsInTurn } from './0145-exports-in-turn.ts'
import { columnsOfBuyers } from './0146-columns-of-buyers.ts'
import { unansweredProposals } from './0147-unanswered-proposals.ts'
import { assurances } from './0150-assurances.ts'
import { lastAnswers } from './0151-last-answers.ts'
import { relayPoints } from './0152-relay-points.ts'
import { askedSlots } from './0153-asked-slots.ts'
import { proposalsHeardOf } from './0154-proposals-heard-of.ts'
import { priceHistoryOfProduct } from './0155-price-history-of-product.ts'
import { statisticsAtRest } from './0156-statistics-at-rest.ts'
import { priceHistoryKey } from './0157-price-history-key.ts'
import { functionsNotCompiled } from './0158-functions-not-compiled.ts'
import { masterKeys } from './0159-master-keys.ts'
import { customersFoundAgain } from './0161-customers-found-again.ts'
import { sameImeiHeld } from './0162-same-imei-held.ts'
import { referencesCheckedOnce } from './0167-references-checked-once.ts'
import { readTablesTogether } from './0168-read-tables-together.ts'
import type { Migration } from './migration.ts'

/** Every migration in order; new ones are appended and none is ever changed. */
export const migrations: readonly Migration[] = [
  spine,
  syncRoundsAndPruning,
  versionPerOperation,
  floorFacts,
  refurb,
  packages,
  printers,
  evidence,
  proposals,
  peopleAndPlaces,
  dispatchOperators,
  creation,
  statistics,
  payments,
  publicCatalog,
  buybackDocuments,
  settledBeforePayments,
  deliveries,
  counter,
  publicReads,
  quickSearch,
  productList,
  readTablesOfTheCatalog,
  wordsAboutCustomers,
  moneyUnderWay,
  labelOfEachReturn,
  searchByFacets,
  knownCountsOfRounds,
  whateverDevicesShow,
  wordsOfALargeShare,
  promisedPrices,
  pricesOfEachGrade,
  productPageBesideTheList,
  wordingOfDiagnoses,
  customersSetApart,
  triesThatGoOn,
  serialNumbersByTheirBeginning,
  counterNumbersOfNoDevice,
  numbersSkippedByRestores,
  inactiveDestinations,
  faceOfTheAccount,
  clientAdministration,
  sessionsWithoutAModule,
  sftpAccess,
  entities,
  versionsOfUsers,
  connectors,
  openIdSignIn,
  catalogExports,
  catalogImports,
  claimsOfOneRunner,
  settledIsDecided,
  signOutsAndDomains,
  placesOfPeople,
  clientsCreatedWhole,
  circuitsOfEachClient,
  productsByHand,
  ownAddresses,
  ownBuyers,
  listedHosts,
  sessionEndsAndLegalFiles,
  platformAccount,
  contentInLanguages,
  openedClients,
  picturesOfQuestions,
  missedUpdates,
  buyersOwnImports,
  languageOfStandIns,
  productsInLanguages,
  textsInLanguages,
  refurbQuestionsOfProducts,
  deviceWorkInClients,
  administratorsAtThePlatform,
  picturesOfTexts,
  rulesInLanguages,
  accessThatEnded,
  provenIdentities,
  oneTimeCodes,
  stepCancelling,
  mailsOfBuybacks,
  cleanedHtml,
  latinNames,
  orderOfLocks,
  holdersOfHosts,
  openUploads,
  headsOfRegisters,
  toldWords,
  homesOfLinks,
  demandedCodes,
  passkeys,
  sessionLimits,
  slowRecoveryCodes,
  longerVoucherCodes,
  paymentReleases,
  faultsOfLines,
  absorbedPayments,
  importsTriedAndUndone,
  hoursOfStores,
  buyersInReach,
  customerNotices,
  capsOfAmounts,
  soldQuotes,
  inactiveEnds,
  readTablesOnce,
  offlineSignIn,
  pinnedIssuers,
  trialsTakenUp,
  productsFound,
  keptImports,
  issuersOfWays,
  noFilesOfOtherCurrencies,
  wordsFoldedOnce,
  fewerCatalogIndexes,
  pickUpSlots,
  exportsInTurn,
  columnsOfBuyers,
  unansweredProposals,
  assurances,
  lastAnswers,
  relayPoints,
  askedSlots,
  proposalsHeardOf,
  priceHistoryOfProduct,
  statisticsAtRest,
  priceHistoryKey,
  functionsNotCompiled,
  masterKeys,
  customersFoundAgain,
  sameImeiHeld,
  referencesCheckedOnce,
  readTablesTogether,
]
