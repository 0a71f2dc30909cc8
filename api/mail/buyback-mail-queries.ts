import { sql, type Transaction } from 'kysely'
import { relayPointOf } from '#api/db/relay-point-sql.ts'
import { sendByOfBuyback } from '#api/db/send-by-sql.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { RelayPoint } from '#domain/circuit/relay-points.ts'
import type { PaymentType } from '#domain/circuit/payment-type.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'
import { textIn, type Translations } from '#domain/kernel/translations.ts'
import type { SiteAddress } from '#domain/organization/site-address.ts'
import { mailLanguage } from './mail-texts.ts'

/** A buyback as a mail to its customer names it. */
export interface MailedBuyback {
  readonly id: string
  readonly code: string
  readonly brand: string | null
  readonly product: string
  readonly declaration: Declaration | null
  readonly declaredPriceCents: number | null
  readonly predeclaredPriceCents: number | null
  readonly validatedPriceCents: number | null
  readonly circuitId: string
  readonly categoryId: string
  /** Where the customer brings it; null for no store. */
  readonly storeId: string | null
  /** When it is collected; null where no slot is chosen. */
  readonly pickup: PickupSlot | null
  /** Where its parcel is handed over; null where no point is chosen. */
  readonly relayPoint: RelayPoint | null
  /** The day until which its customer hands it over; null where none is said. */
  readonly sendBy: string | null
  readonly paymentType: PaymentType | null
  /** What the payment mode says in mails. */
  readonly note: string | null
  /** What is or was to be paid; null before that is known. */
  readonly paymentCents: number | null
  /** Of the parcel to the warehouse. */
  readonly shippingNumber: string | null
  readonly customerId: string | null
  readonly firstName: string | null
  readonly email: string | null
  readonly language: string | null
  readonly accountName: string
  /** The circuit of a label that the program has made; null for a carrier's. */
  readonly ownLabelOf: CircuitType | null
  readonly mainColor: string | null
  /** Where the account's public site answers. */
  readonly site: SiteAddress
  readonly accountLanguage: Language
  readonly currency: Currency
  /** The visitor who created it; null for one that staff has. */
  readonly visitorId: string | null
}

type Row = MailedBuyback & {
  readonly modeTranslations: Translations | null
  readonly productTranslations: Translations
}

/** Reads buybacks for a mail, the earliest first; those that the account does not have are left out. */
export async function readMailedBuybacks(
  tx: Transaction<Tables>,
  { accountId, buybackIds }: { readonly accountId: string; readonly buybackIds: readonly string[] },
): Promise<readonly MailedBuyback[]> {
  const { rows } = await sql<Row>`
    select b.id, b.identification_number as code, p.brand, p.label as product,
      p.translations as "productTranslations", b.declaration,
      b.declared_price_cents as "declaredPriceCents", b.predeclared_price_cents as "predeclaredPriceCents",
      b.validated_price_cents as "validatedPriceCents",
      b.circuit_id as "circuitId", b.category_id as "categoryId", b.store_id as "storeId",
      (select json_build_object('day', t.day::text, 'opens', t.opens, 'closes', t.closes) from pickup_booking t
        where t.account_id = b.account_id and t.buyback_id = b.id and t.day is not null) as pickup,
      ${relayPointOf('b')} as "relayPoint", ${sendByOfBuyback('b', 'i')} as "sendBy",
      m.type as "paymentType", m.mail_content as note,
      m.translations as "modeTranslations", y.amount_cents as "paymentCents",
      coalesce(l.tracking_number, d.number) as "shippingNumber",
      case when l.tracking_number is null then k.type end as "ownLabelOf", c.id as "customerId", c.first_name as "firstName", c.email, c.language,
      a.name as "accountName", a.main_color as "mainColor",
      json_build_object('host', a.host, 'webChannelUrl', a.web_channel_url) as site, a.language as "accountLanguage", a.currency,
      (select v.visitor_id from cart_line n join cart v on v.account_id = n.account_id and v.id = n.cart_id
        where n.account_id = b.account_id and n.buyback_id = b.id limit 1) as "visitorId"
    from buyback b
    join item i on i.account_id = b.account_id and i.buyback_id = b.id
    join account a on a.id = b.account_id
    join circuit k on k.account_id = b.account_id and k.id = b.circuit_id
    join product p on p.account_id = b.account_id and p.id = b.product_id
    left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
    left join payment y on y.account_id = b.account_id and y.buyback_id = b.id
    left join buyback_document d on d.account_id = b.account_id and d.buyback_id = b.id and d.kind = 'shipping_label'
    left join parcel l on l.account_id = b.account_id and l.buyback_id = b.id
    left join customer c on c.account_id = b.account_id and c.id = b.customer_id
    where b.account_id = ${accountId} and b.id = any (${[...buybackIds]}::uuid[])
    order by b.created_at, b.id`.execute(tx)
  return rows.map(({ modeTranslations, productTranslations, ...row }) => {
    const language = mailLanguage(row.language, row.accountLanguage)
    return {
      ...row,
      product: textIn(row.product, productTranslations, 'label', language) ?? row.product,
      note: textIn(row.note, modeTranslations, 'mailContent', language),
    }
  })
}
