import { sql, type Transaction } from 'kysely'
import { declaredAnswersOf, wordedAnswers, type DeclaredAnswer } from '#api/db/declared-answers-sql.ts'
import { readOptionNames } from '#api/db/option-names-queries.ts'
import { readItemMeasures } from '#api/db/product-measures.ts'
import { relayPointOf } from '#api/db/relay-point-sql.ts'
import { sendByOfBuyback } from '#api/db/send-by-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { optionLabel } from '#domain/buyback/option-names.ts'
import { promisedPrice } from '#domain/buyback/promised-price.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import { isStepOf } from '#domain/circuit/instruction-type.ts'
import { slotText, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { relayPointText, type RelayPoint } from '#domain/circuit/relay-points.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { BuybackContent, VoucherContent } from '#domain/document/buyback-content.ts'
import type { PackagePlace } from '#domain/document/document-content.ts'
import { measuresText } from '#domain/document/measures-text.ts'
import type { TransferOrderVariable } from '#domain/document/transfer-order-terms.ts'
import { longDay } from '#domain/kernel/day.ts'
import { defaultLanguage, type Currency, type Language } from '#domain/kernel/languages.ts'
import { isPrintable } from '#domain/kernel/printable-letters.ts'
import { textIn, wordedFor, type Translations } from '#domain/kernel/translations.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import type { Grade } from '#domain/catalog/grade.ts'
import type { BuybackScope } from './buyback-document-queries.ts'
import { documentLanguage, documentTexts } from './document-texts.ts'
import { addressOf, dayOf, type PlaceRow, type Reader } from './reader.ts'

type Tx = Transaction<Tables>

interface BuyerRow extends PlaceRow {
  readonly corporate_name: string | null
  readonly siret: string | null
  readonly capital: string | null
}

interface Row {
  readonly number: string
  readonly created_at: Date
  readonly declared_grade: Grade | null
  readonly declared_price_cents: number | null
  readonly predeclared_price_cents: number | null
  readonly declaration: Declaration | null
  readonly brand: string | null
  readonly product: string
  readonly product_translations: Translations
  readonly imei: string | null
  readonly serial_number: string | null
  readonly account: BuyerRow & { readonly language: Language; readonly currency: Currency; readonly time_zone: string }
  readonly buyer: BuyerRow | null
  readonly customer: (PlaceRow & CustomerName) | null
  readonly store: PlaceRow | null
  readonly warehouse: PlaceRow
  readonly payment_type: PaymentType | null
  readonly payment_label: string | null
  readonly answers: readonly DeclaredAnswer[] | null
  readonly instructions:
    | readonly { readonly type: string; readonly label: string; readonly translations: Translations }[]
    | null
  readonly pickup: PickupSlot | null
  readonly relayPoint: RelayPoint | null
  readonly send_by: string | null
  readonly circuit_type: CircuitType
  readonly copies: number
  readonly terms: string | null
  readonly terms_translations: Translations | null
  readonly features: readonly string[] | null
}

interface CustomerName {
  readonly latin_name: string | null
  readonly first_name: string
  readonly last_name: string
  readonly language: string | null
}

/** A buyback as its papers say it, and in whose language. */
export interface ReadContent {
  readonly reader: Reader
  readonly content: BuybackContent
  readonly circuitType: CircuitType
  /** Copies of the transfer order. */
  readonly copies: number
  /** Terms of the transfer order before their variables are replaced. */
  readonly terms: string
  readonly variables: Readonly<Record<TransferOrderVariable, string>>
}

/**
 * Reads what the papers of a buyback say, in the customer's language, else the account's; null for an unknown buyback.
 * The account's own terms count while it has the feature. Who buys: the entity that the buyback names, else the buyer's
 * account, else the account itself.
 */
export async function readBuybackContent(tx: Tx, scope: BuybackScope): Promise<ReadContent | null> {
  const row = await readRow(tx, scope)
  if (row === null) return null
  const { account } = row
  const language = documentLanguage(row.customer?.language ?? null, documentLanguage(account.language, defaultLanguage))
  const reader: Reader = { language, timeZone: account.time_zone }
  const texts = documentTexts[language].buyback
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: account.currency })
  const amount = (value: number): string => money.format(value / 100)
  const price = promisedPrice({
    declaration: row.declaration,
    declaredPriceCents: row.declared_price_cents,
    predeclaredPriceCents: row.predeclared_price_cents,
  })
  const buyer = row.buyer ?? account
  const buyerPlace = addressOf({ ...buyer, common_name: buyer.corporate_name ?? buyer.common_name }, language)
  const label = textIn(row.product, row.product_translations, 'label', language) ?? row.product
  const product = productName({ brand: row.brand, productLabel: label }) ?? label
  const total = amount(price.totalCents)
  const [measures] = await readItemMeasures(tx, scope.accountId, sql`i.buyback_id = ${scope.buybackId}`)
  const names = await readOptionNames(tx, scope)
  const nobody: PackagePlace = { name: '', lines: [] }
  const content: BuybackContent = {
    number: row.number,
    accountName: account.common_name,
    createdOn: dayOf(row.created_at, reader),
    customer: row.customer === null ? nobody : addressOf(named(row.customer), language),
    buyer: { ...buyerPlace, siret: buyer.siret, capital: buyer.capital },
    store: row.store === null ? null : addressOf(row.store, language),
    warehouse: addressOf(row.warehouse, language),
    product,
    measures: measures === undefined ? null : measuresText(measures, language),
    imei: row.imei,
    serialNumber: row.serial_number,
    grade: row.declared_grade,
    answers: wordedAnswers(row.answers, language),
    estimate: price.estimateCents === null ? null : amount(price.estimateCents),
    impacts: price.lines.map((line) => ({
      label: optionLabel(line, names, language),
      amount: amount(line.impactCents),
    })),
    total,
    paymentType: row.payment_type,
    paymentLabel:
      row.payment_label === null
        ? null
        : optionLabel({ source: 'payment_mode', label: row.payment_label }, names, language),
    instructions: [
      ...(row.pickup === null ? [] : [`${texts.pickup}: ${slotText(row.pickup, language)}`]),
      ...(row.relayPoint === null ? [] : [`${texts.relayPoint}: ${relayPointText(row.relayPoint)}`]),
      ...(row.send_by === null ? [] : [texts.sendBy.replace('{{day}}', longDay(row.send_by, language))]),
      // What a product for a counter has none of, no paper asks for, as no page and no mail does.
      ...(row.instructions ?? [])
        .filter(({ type }) => isStepOf(row.circuit_type, type))
        .map((each) => wordedFor(each, ['label'], language).label),
    ],
  }
  const variables: ReadContent['variables'] = {
    total_price: total,
    buyer_address: buyerPlace.lines.join(', '),
    buyer_long_name: buyerPlace.name,
    buyer_name: buyer.common_name,
    buyer_siret: buyer.siret ?? '',
    buyer_capital: buyer.capital ?? '',
    ...nameVariables(row.customer),
    payment_type: row.payment_type === null ? '' : texts.paymentType[row.payment_type],
    product_label: product,
  }
  const hasTerms = hasFeature(row.features ?? [], 'custom_transfer_order')
  // The product's are there in each language: no translation but the reader's stands before them.
  const own = hasTerms ? (row.terms_translations?.[language]?.['terms'] ?? row.terms) : null
  return {
    reader,
    content,
    circuitType: row.circuit_type,
    copies: row.copies,
    terms: own ?? texts.defaultTerms,
    variables,
  }
}

/** A customer as papers name him: with the Latin spelling, alone where the type has no letters for the other. */
function named<Customer extends PlaceRow & CustomerName>(customer: Customer): Customer {
  const { common_name: own, latin_name: latin } = customer
  if (latin === null) return customer
  return { ...customer, common_name: isPrintable(own) ? `${own} (${latin})` : latin }
}

function nameVariables(
  customer: CustomerName | null,
): Pick<ReadContent['variables'], 'customer_firstname' | 'customer_lastname'> {
  const { first_name: first = '', last_name: last = '', latin_name: latin = null } = customer ?? {}
  const words = latin?.split(' ') ?? []
  const isOwn = words.length === 0 || isPrintable(`${first}${last}`)
  return {
    customer_firstname: isOwn ? first : words.slice(0, -1).join(' '),
    customer_lastname: isOwn ? last : (words.at(-1) ?? ''),
  }
}

const placeColumns = (alias: string) =>
  sql.raw(`'street', ${alias}.street, 'street_more', ${alias}.street_more, 'zip_code', ${alias}.zip_code,
    'city', ${alias}.city, 'country', ${alias}.country`)

const place = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('common_name',
    ${sql.ref(`${alias}.common_name`)}, 'corporate_name', ${sql.ref(`${alias}.corporate_name`)},
    'siret', ${sql.ref(`${alias}.siret`)}, 'capital', ${sql.ref(`${alias}.capital`)}, ${placeColumns(alias)}) end`

const accountPlace = (alias: string) =>
  sql`json_build_object('common_name', ${sql.ref(`${alias}.name`)}, 'corporate_name', null,
    'siret', ${sql.ref(`${alias}.siret`)}, 'capital', ${sql.ref(`${alias}.capital`)}, ${placeColumns(alias)},
    'language', ${sql.ref(`${alias}.language`)}, 'currency', ${sql.ref(`${alias}.currency`)},
    'time_zone', ${sql.ref(`${alias}.time_zone`)})`

async function readRow(tx: Tx, { accountId, buybackId }: BuybackScope): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select b.identification_number as number, b.created_at, b.declared_grade, b.declared_price_cents,
      b.predeclared_price_cents, b.declaration, p.brand, p.label as product,
      p.translations as product_translations, i.imei, i.serial_number,
      ${accountPlace('a')} as account,
      coalesce(${place('o')}, case when ba.id is not null then ${accountPlace('ba')} end) as buyer,
      case when c.id is not null then json_build_object('common_name', concat_ws(' ', c.first_name, c.last_name),
        'latin_name', c.latin_name, 'first_name', c.first_name, 'last_name', c.last_name, 'language', c.language, ${placeColumns('c')}) end
        as customer,
      ${place('s')} as store, ${place('w')} as warehouse, m.type as payment_type, m.label as payment_label,
      ${declaredAnswersOf('b')} as answers,
      (select json_agg(json_build_object('type', ci.type, 'label', ci.label, 'translations', ci.translations) order by ci.sequence) from circuit_instruction ci
        where ci.account_id = b.account_id and ci.circuit_id = b.circuit_id) as instructions,
      (select json_build_object('day', t.day::text, 'opens', t.opens, 'closes', t.closes) from pickup_booking t
        where t.account_id = b.account_id and t.buyback_id = b.id and t.day is not null) as pickup,
      ${relayPointOf('b')} as "relayPoint", ${sendByOfBuyback('b', 'i')} as send_by,
      k.type as circuit_type, k.transfer_order_number_of_copy as copies, d.transfer_order_terms as terms,
      d.translations as terms_translations,
      d.enabled_premium_features as features
    from buyback b
    join account a on a.id = b.account_id
    join item i on i.account_id = b.account_id and i.buyback_id = b.id
    join product p on p.account_id = b.account_id and p.id = b.product_id
    join circuit k on k.account_id = b.account_id and k.id = b.circuit_id
    join organization w on w.account_id = i.account_id and w.id = i.destination_warehouse_id
    left join organization s on s.account_id = b.account_id and s.id = b.store_id
    left join organization o on o.account_id = b.account_id and o.id = b.buyer_organization_id
    left join account ba on ba.id = b.buyer_account_id
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
    left join organization_root_detail d on d.account_id = b.account_id
    where b.account_id = ${accountId} and b.id = ${buybackId}`.execute(tx)
  return rows[0] ?? null
}

/** What the voucher or gift card of a buyback says; null where none of that type was issued. */
export async function readVoucher(
  tx: Tx,
  { accountId, buybackId }: BuybackScope,
  kind: VoucherContent['kind'],
  { language, timeZone }: Reader,
): Promise<Pick<VoucherContent, 'code' | 'amount' | 'issuedOn' | 'conditions'> | null> {
  const { rows } = await sql<{
    readonly code: string
    readonly amountCents: number
    readonly currency: string
    readonly issuedAt: Date
    readonly conditions: string | null
    readonly translations: Translations | null
  }>`
    select v.code, v.amount_cents as "amountCents", v.currency, v.issued_at as "issuedAt",
      m.long_description as conditions, m.translations
    from payment p
    join voucher v on v.account_id = p.account_id and v.payment_id = p.id and v.type = ${kind}
    join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
    left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
    where p.account_id = ${accountId} and p.buyback_id = ${buybackId}`.execute(tx)
  const row = rows[0]
  if (row === undefined) return null
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: row.currency })
  return {
    code: row.code,
    amount: money.format(row.amountCents / 100),
    issuedOn: dayOf(row.issuedAt, { language, timeZone }),
    conditions: textIn(row.conditions, row.translations, 'longDescription', language),
  }
}
