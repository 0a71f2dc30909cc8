import { createHash, randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { newId } from '#api/db/new-id.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { SeenPrices } from '#sync/calls/buyback.ts'
import type { CircuitOption, PublicProduct } from '#sync/calls/public-catalog.ts'
import type { AppServer } from './app-server.ts'

/** A buyback that a visitor made on the demo's public site. */
export interface SoldProduct {
  readonly accountId: string
  readonly buybackId: string
  readonly itemId: string
  readonly trackingToken: string
  readonly product: PublicProduct
}

/** The anonymous user of a browser, as it keeps it. */
export interface StoredVisitor {
  readonly token: string
  readonly arrivedAtMs: number
}

/** One visitor of the public site, who calls the API. */
export async function visitorOf(server: Pick<AppServer, 'url'>) {
  const asked = await fetch(`${server.url}/api/webtoken-with-account-and-ord`, {
    method: 'POST',
    body: new URLSearchParams({ url: server.url }),
  })
  const { token } = (await asked.json()) as { readonly token: string }
  const visitor: StoredVisitor = { token, arrivedAtMs: Date.now() }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return (await (await fetch(`${server.url}${path}`, { headers, ...init })).json()) as Record<string, unknown>
  }
  return { visitor, call }
}

/** Sells the demo's first product of a search by post, answered by its first choices, paid by a gift card. */
export const sellByPost = (server: AppServer, search: string, language?: Language): Promise<SoldProduct> =>
  sellOnline(server, search, 'web_post', language)

/** The same, to be brought to a store; answers whose cart it was, too. */
export const predeclare = (
  server: AppServer,
  search: string,
): Promise<SoldProduct & { readonly visitor: StoredVisitor }> => sellOnline(server, search, 'web_drop')

async function sellOnline(server: AppServer, search: string, way: 'web_post' | 'web_drop', language?: Language) {
  const { call, visitor } = await visitorOf(server)
  const found = await server.owner.query<{ id: string }>(
    `select p.id from product p join account a on a.id = p.account_id
      where p.status = 'published' and p.label ilike '%' || $1 || '%' or p.brand ilike $1 order by p.id limit 1`,
    [search],
  )
  const product = (await call(`/api/public/products/${found.rows[0]!.id}`)) as unknown as PublicProduct
  const options = (await call(`/api/public/options?categoryId=${product.categoryId}`)) as unknown as {
    readonly circuits: readonly CircuitOption[]
  }
  const circuit = options.circuits.find(({ type }) => type === way)!
  const payment = circuit.paymentModes.find(({ type }) => type === 'gift_card') ?? circuit.paymentModes[0]!
  const sale = {
    productId: product.id,
    questionnaireId: product.simple ? null : product.terms.questionnaire.id,
    answers: product.simple
      ? []
      : product.terms.questionnaire.questions.map(({ id, answers }) => ({ questionId: id, answerId: answers[0]!.id })),
    circuitId: circuit.id,
    shippingMethodId: circuit.shippingMethods[0]!.id,
    paymentModeId: payment.id,
    customer: {
      clientLastname: 'Martin',
      clientFirstname: 'Anna',
      clientEmail: 'anna.martin@exemple.fr',
      clientPhone: '0612345678',
      clientStreet: '12 rue des Lilas',
      clientZipCode: '59000',
      clientCity: 'Lille',
      clientCountry: 'FR',
    },
    identification: {
      clientNationalIdentificationType: 'identity_card',
      clientNationalIdentification: '880692310285',
      clientNationalIdentificationDeliveryDate: '2020-03-14',
      clientNationalIdentificationAutorityDelivery: 'Préfecture du Nord',
    },
    ...(payment.type === 'bank_transfer'
      ? { bank: { iban: 'FR76 3000 6000 0112 3456 7890 189', accountHolder: 'Anna Martin' } }
      : {}),
    termsAccepted: true,
    ...(language && { language }),
    cartId: randomUUID(),
    inCartId: randomUUID(),
  }
  // The refusal of a price that nobody has seen names the one of today.
  const nothing = { estimatedPriceCents: 0, impactPriceEntries: [], totalPriceCents: 0 }
  const refused = await call('/api/buybacks', { ...sale, prices: nothing })
  const prices = (refused['details'] as { current?: SeenPrices } | undefined)?.current
  const sold = await call('/api/buybacks', { ...sale, prices })
  const buybackId = sold['id']
  const validated = await call(`/api/cart/${sale.cartId}/validate`, {})
  if (typeof buybackId !== 'string' || validated['cartId'] !== sale.cartId)
    throw new Error(`not sold: ${JSON.stringify([refused, sold, validated])}`)
  const { rows } = await server.owner.query<{ id: string; account_id: string }>(
    'select id, account_id from item where buyback_id = $1',
    [buybackId],
  )
  const { id: itemId, account_id: accountId } = rows[0]!
  return { accountId, buybackId, itemId, trackingToken: String(sold['trackingToken']), product, visitor }
}

/** Takes a product further on its way, as the floor does: item, buyback, place and a line of history. */
export async function moveOn(
  { owner, warehouses }: AppServer,
  { accountId, itemId, buybackId }: Pick<SoldProduct, 'accountId' | 'itemId' | 'buybackId'>,
  to: {
    readonly item: string
    readonly buyback: string
    /** The native stock of the first warehouse where it stands now; null outside. */
    readonly stock: string | null
    readonly facts?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  await owner.query(
    `insert into item_history (account_id, id, item_id, action, server_at, from_status, to_status, details)
     select account_id, $3, id, 'test_story', now(), status, $4, '{}' from item where account_id = $1 and id = $2`,
    [accountId, itemId, newId(), to.item],
  )
  await owner.query(
    `update item i set status = $3, warehouse_id = s.warehouse_id, stock_id = s.id,
       facts = coalesce(i.facts, '{}') || $6::jsonb
     from (select 1) one left join stock s on s.account_id = $1 and s.native = $4 and s.warehouse_id = $5
     where i.account_id = $1 and i.id = $2`,
    [accountId, itemId, to.item, to.stock, warehouses[0], JSON.stringify(to.facts ?? {})],
  )
  await owner.query('update buyback set status = $3 where account_id = $1 and id = $2', [
    accountId,
    buybackId,
    to.buyback,
  ])
}

/** Tests a product as worse than declared, with photos, and answers the token of its price proposal's link. */
export async function proposeLess(server: AppServer, sold: SoldProduct): Promise<string> {
  const { owner } = server
  const { accountId, itemId, buybackId, product } = sold
  const { questions } = product.terms.questionnaire
  const worse = questions[0]!
  const answers = questions.map(({ id, answers: known }, at) => ({
    questionId: id,
    answerId: (at === 0 ? known.at(-1) : known[0])!.id,
  }))
  const photos = [await addPhoto(server, sold, worse.id, '#7a1f1f'), await addPhoto(server, sold, null, '#1f3a7a')]
  const { rows } = await owner.query<{ cents: number }>(
    'select declared_price_cents as cents from buyback where id = $1',
    [buybackId],
  )
  const control = {
    outcome: 'proposal',
    productId: product.id,
    answers,
    grade: 'grade_d',
    priceCents: Math.round(rows[0]!.cents * 0.6),
    absorbedCents: 0,
    setAside: null,
    photos,
    atMs: Date.now(),
  }
  const facts = { control }
  await moveOn(server, sold, { item: 'item_in_quarantine', buyback: 'bb_in_processing', stock: 'in_quarantine', facts })
  const token = `o_${randomBytes(32).toString('base64url')}`
  await owner.query(
    `update price_proposal set token_hash = $3, expires_at = now() + interval '30 days', mail_problem = null
      where account_id = $1 and item_id = $2`,
    [accountId, itemId, createHash('sha256').update(token).digest()],
  )
  return token
}

async function addPhoto(server: AppServer, sold: SoldProduct, questionId: string | null, background: string) {
  const { owner } = server
  const photoId = newId()
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="640" height="480"><path d="M120 90 300 250 260 300 520 420" stroke="#fff" stroke-width="6" fill="none"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer()
  await owner.query(
    `insert into evidence_photo (account_id, id, item_id, question_id, user_id, device_id, sha256, size_bytes, media_type,
       taken_at, received_bytes, width, height, uploaded_at)
     select $1, $2, $3, $4, u.id, $5, $6, $7, 'image/jpeg', now(), $7, 640, 480, now()
     from user_account u where u.account_id = $1 and u.email = 'warehouse_operator@demo.example'`,
    [
      sold.accountId,
      photoId,
      sold.itemId,
      questionId,
      newId(),
      createHash('sha256').update(bytes).digest(),
      bytes.length,
    ],
  )
  await owner.query('insert into evidence_chunk (account_id, photo_id, offset_bytes, bytes) values ($1, $2, 0, $3)', [
    sold.accountId,
    photoId,
    bytes,
  ])
  return { photoId, questionId }
}
