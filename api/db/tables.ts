import type {
  AccountTable,
  AccountLinkTable,
  OrganizationTable,
  OrganizationWarehouseTable,
  OrganizationStoreTable,
  OrganizationRootDetailTable,
} from './tables/organization.ts'
import type { LegalFileTable, PictureTable } from './tables/settings.ts'
import type {
  UserAccountTable,
  UserModuleTable,
  SessionTable,
  PasskeyTable,
  SignInRuleTable,
  DeviceGrantTable,
  PasswordTokenTable,
  SsoConfigurationTable,
  SsoDomainTable,
  SsoIdentityTable,
  UserCodeTable,
  RecoveryCodeTable,
  AccessEventTable,
  OpenIdSignInTable,
  MailMessageTable,
  ThrottleTable,
} from './tables/access.ts'
import type {
  CategoryTable,
  ProductTable,
  ProductCategoryTable,
  ProductTacTable,
  ProductPriceChangeTable,
  ProductPriceTable,
  ListedProductTable,
  QuestionTable,
  AnswerTable,
  CategoryQuestionTable,
  QuestionnaireTable,
} from './tables/catalog.ts'
import type {
  HomePageTable,
  HomeWidgetProductTable,
  HomeWidgetTable,
  SearchedFacetTable,
  SearchedProductTable,
  SearchedWordTable,
} from './tables/catalog-public.ts'
import type {
  PaymentModeTable,
  ShippingMethodTable,
  RelayPointTable,
  CircuitTable,
  CircuitInstructionTable,
  CircuitPaymentModeTable,
  CircuitShippingMethodTable,
  DispatchCircuitRuleTable,
  DispatchCircuitRuleCategoryTable,
} from './tables/circuit.ts'
import type {
  CustomerTable,
  CustomerKeyTable,
  CustomerSecretTable,
  CustomerNoticeTable,
  CustomerCorrectionTable,
} from './tables/customer.ts'
import type {
  BuybackTable,
  BuybackNumberBlockTable,
  QuoteTable,
  PickupBookingTable,
  BuybackRelayPointTable,
} from './tables/buyback.ts'
import type { StockTable, StockCountTable } from './tables/stock.ts'
import type { ItemTable, ItemHistoryTable } from './tables/item.ts'
import type { CheckInRoundTable } from './tables/check-in.ts'
import type {
  SchemaMigrationTable,
  SchemaRightsTable,
  SyncDeviceTable,
  SyncOpTable,
  SyncChangeTable,
  SyncEpochTable,
  SyncHorizonTable,
} from './tables/sync.ts'
import type { CartLineTable, CartTable } from './tables/cart.ts'
import type {
  CounterCatalogPartTable,
  CounterCatalogTable,
  CounterNumberBlockTable,
  CounterSealKeyTable,
  CustomerSignatureTable,
} from './tables/counter.ts'
import type { PriceProposalTable, ReturnLabelTable } from './tables/quarantine.ts'
import type { EvidenceChunkTable, EvidencePhotoTable } from './tables/evidence.ts'
import type {
  RefurbAnswerStepTable,
  RefurbAnswerTable,
  RefurbQuestionTable,
  RefurbStepCostTable,
  RefurbStepTable,
} from './tables/refurb.ts'
import type {
  PackageNumberBlockTable,
  PackageTable,
  TransportTable,
  WarehouseDispatchRuleTable,
  WarehouseDispatchRuleWarehouseTable,
  WarehouseDispatchTable,
} from './tables/expedition.ts'
import type {
  LedgerEntryTable,
  PayerTable,
  PaymentAttemptTable,
  PaymentFileTable,
  PaymentReleaseTable,
  PaymentRuleTable,
  PaymentTable,
  PurchaseRegisterHeadTable,
  PurchaseRegisterTable,
  VoucherTable,
} from './tables/payment.ts'
import type { BuybackDocumentTable, PrinterTable } from './tables/document.ts'
import type { ExportJobTable, ExportPartTable } from './tables/catalog-export.ts'
import type {
  BuyerColumnMatchingTable,
  CatalogColumnMatchingTable,
  CatalogImportChangeTable,
  CatalogImportIgnoredTable,
  CatalogImportTable,
} from './tables/catalog-import.ts'
import type { MasterKeyTable, SftpAccessTable, SftpHostKeyTable } from './tables/sftp.ts'
import type { ConnectorConfigurationTable } from './tables/connector.ts'
import type { CarrierServiceTable, CarrierTable, DeliveryEventTable, ParcelTable } from './tables/delivery.ts'
import type { DashboardStatisticTable, DashboardWeekTable } from './tables/dashboard.ts'

/** Every table by name, as Kysely sees it: snake case, ids and int8 as text and number, times as Date. */
export interface Tables {
  readonly account: AccountTable
  readonly account_link: AccountLinkTable
  readonly organization: OrganizationTable
  readonly organization_warehouse: OrganizationWarehouseTable
  readonly organization_store: OrganizationStoreTable
  readonly organization_root_detail: OrganizationRootDetailTable
  readonly picture: PictureTable
  readonly legal_file: LegalFileTable
  readonly home_page: HomePageTable
  readonly user_account: UserAccountTable
  readonly user_module: UserModuleTable
  readonly session: SessionTable
  readonly device_grant: DeviceGrantTable
  readonly password_token: PasswordTokenTable
  readonly sso_configuration: SsoConfigurationTable
  readonly sso_domain: SsoDomainTable
  readonly sso_identity: SsoIdentityTable
  readonly user_code: UserCodeTable
  readonly recovery_code: RecoveryCodeTable
  readonly sign_in_rule: SignInRuleTable
  readonly passkey: PasskeyTable
  readonly access_event: AccessEventTable
  readonly open_id_sign_in: OpenIdSignInTable
  readonly mail_message: MailMessageTable
  readonly throttle: ThrottleTable
  readonly category: CategoryTable
  readonly product: ProductTable
  readonly product_category: ProductCategoryTable
  readonly product_tac: ProductTacTable
  readonly product_price: ProductPriceTable
  readonly product_price_change: ProductPriceChangeTable
  readonly listed_product: ListedProductTable
  readonly question: QuestionTable
  readonly answer: AnswerTable
  readonly category_question: CategoryQuestionTable
  readonly home_widget: HomeWidgetTable
  readonly home_widget_product: HomeWidgetProductTable
  readonly searched_product: SearchedProductTable
  readonly searched_facet: SearchedFacetTable
  readonly searched_word: SearchedWordTable
  readonly payment_mode: PaymentModeTable
  readonly shipping_method: ShippingMethodTable
  readonly circuit: CircuitTable
  readonly circuit_instruction: CircuitInstructionTable
  readonly circuit_payment_mode: CircuitPaymentModeTable
  readonly circuit_shipping_method: CircuitShippingMethodTable
  readonly dispatch_circuit_rule: DispatchCircuitRuleTable
  readonly dispatch_circuit_rule_category: DispatchCircuitRuleCategoryTable
  readonly customer: CustomerTable
  readonly buyback: BuybackTable
  readonly buyback_number_block: BuybackNumberBlockTable
  readonly customer_key: CustomerKeyTable
  readonly customer_secret: CustomerSecretTable
  readonly cart: CartTable
  readonly cart_line: CartLineTable
  readonly quote: QuoteTable
  readonly stock: StockTable
  readonly item: ItemTable
  readonly item_history: ItemHistoryTable
  readonly check_in_round: CheckInRoundTable
  readonly questionnaire: QuestionnaireTable
  readonly stock_count: StockCountTable
  readonly evidence_photo: EvidencePhotoTable
  readonly evidence_chunk: EvidenceChunkTable
  readonly refurb_step: RefurbStepTable
  readonly refurb_step_cost: RefurbStepCostTable
  readonly refurb_question: RefurbQuestionTable
  readonly refurb_answer: RefurbAnswerTable
  readonly refurb_answer_step: RefurbAnswerStepTable
  readonly package: PackageTable
  readonly package_number_block: PackageNumberBlockTable
  readonly counter_catalog: CounterCatalogTable
  readonly counter_catalog_part: CounterCatalogPartTable
  readonly counter_number_block: CounterNumberBlockTable
  readonly counter_seal_key: CounterSealKeyTable
  readonly catalog_import: CatalogImportTable
  readonly catalog_import_ignored: CatalogImportIgnoredTable
  readonly catalog_import_change: CatalogImportChangeTable
  readonly catalog_column_matching: CatalogColumnMatchingTable
  readonly buyer_column_matching: BuyerColumnMatchingTable
  readonly sftp_access: SftpAccessTable
  readonly connector_configuration: ConnectorConfigurationTable
  readonly sftp_host_key: SftpHostKeyTable
  readonly master_key: MasterKeyTable
  readonly export_job: ExportJobTable
  readonly export_part: ExportPartTable
  readonly customer_signature: CustomerSignatureTable
  readonly transport: TransportTable
  readonly warehouse_dispatch: WarehouseDispatchTable
  readonly warehouse_dispatch_rule: WarehouseDispatchRuleTable
  readonly warehouse_dispatch_rule_warehouse: WarehouseDispatchRuleWarehouseTable
  readonly printer: PrinterTable
  readonly buyback_document: BuybackDocumentTable
  readonly price_proposal: PriceProposalTable
  readonly customer_notice: CustomerNoticeTable
  readonly customer_correction: CustomerCorrectionTable
  readonly pickup_booking: PickupBookingTable
  readonly relay_point: RelayPointTable
  readonly buyback_relay_point: BuybackRelayPointTable
  readonly return_label: ReturnLabelTable
  readonly dashboard_week: DashboardWeekTable
  readonly dashboard_statistic: DashboardStatisticTable
  readonly payer: PayerTable
  readonly payment: PaymentTable
  readonly payment_file: PaymentFileTable
  readonly payment_rule: PaymentRuleTable
  readonly payment_release: PaymentReleaseTable
  readonly payment_attempt: PaymentAttemptTable
  readonly voucher: VoucherTable
  readonly ledger_entry: LedgerEntryTable
  readonly purchase_register: PurchaseRegisterTable
  readonly purchase_register_head: PurchaseRegisterHeadTable
  readonly carrier: CarrierTable
  readonly carrier_service: CarrierServiceTable
  readonly parcel: ParcelTable
  readonly delivery_event: DeliveryEventTable
  readonly schema_migration: SchemaMigrationTable
  readonly schema_rights: SchemaRightsTable
  readonly sync_device: SyncDeviceTable
  readonly sync_op: SyncOpTable
  readonly sync_change: SyncChangeTable
  readonly sync_epoch: SyncEpochTable
  readonly sync_horizon: SyncHorizonTable
}
