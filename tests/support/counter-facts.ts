import type { AppServer } from './app-server.ts'

/** The barcode that `phoneWithGtin` gives. */
export const phoneGtin = '0194252707296'
/** The barcode that `otherWithGtin` gives. */
export const otherGtin = '4006381333931'

/** Gives the first product (`p`, its best price `r`) of a condition a barcode, before any tablet loads the catalog. */
async function giveGtin({ owner }: AppServer, gtin: string, condition: string): Promise<string> {
  const { rows } = await owner.query<{ label: string }>(
    `update product set gtin = $1 where (account_id, id) = (
       select p.account_id, p.id from product p
       join product_price r on r.account_id = p.account_id and r.product_id = p.id and r.grade = 'grade_a'
       where p.status = 'published' and not p.simple and ${condition}
       order by p.label limit 1)
     returning label`,
    [gtin],
  )
  return rows[0]!.label
}

/** A phone of the catalog that has a barcode; answers its name. */
export const phoneWithGtin = (app: AppServer): Promise<string> =>
  giveGtin(app, phoneGtin, `p.imei_collect and p.label like '%iPhone 13 128%'`)

/** A product of the catalog that has a barcode, and that no IMEI is asked of; answers its name. */
export const otherWithGtin = (app: AppServer): Promise<string> =>
  giveGtin(app, otherGtin, 'not p.imei_collect and r.price_cents > 5000')

/** What the form of the counter asks of a customer, by the names of its fields. */
export const counterDetails: Readonly<Record<string, string>> = {
  clientLastname: 'Martin',
  clientFirstname: 'Claire',
  clientEmail: 'claire.martin@example.fr',
  clientPhone: '06 12 34 56 78',
  clientStreet: '14 avenue des Tilleuls',
  clientZipCode: '69003',
  clientCity: 'Lyon',
  clientNationalIdentification: '12AB34567',
  clientNationalIdentificationDeliveryDate: '2020-03-02',
  clientNationalIdentificationAutorityDelivery: 'Préfecture du Rhône',
  iban: 'FR7630006000011234567890189',
  accountHolder: 'Claire Martin',
}
