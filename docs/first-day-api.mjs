// The first day over the API alone: from an empty installation to the first paid buyback.
//
//   npm start -- --empty                              (in another terminal; prints the set-up link)
//   node docs/first-day-api.mjs http://localhost:8080/set-up/u_…
//
// It needs Node.js 20 and nothing else. Every call is described under /api/docs of the installation. Names, numbers and
// addresses are examples; the passwords are typed here, and belong elsewhere in a real set-up.
import { createHmac, randomUUID } from 'node:crypto'

const password = 'Premiere-2026'

/** One caller: the token that was given at the sign-in goes with each call, and a refusal is an error with its code. */
function caller(base, token) {
  return async (method, path, body) => {
    // Changes of something that exists are merge patches (RFC 7396): only what is named changes.
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const answer = await fetch(base + path, {
      method,
      headers: {
        // A program keeps its token itself; without this line it would come as a cookie.
        'x-client': 'api',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    const said = isJson && text !== '' ? JSON.parse(text) : text
    // A visitor's first look at the price is refused with the price of today: see below.
    if (!answer.ok) throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${text}`), { said })
    return said
  }
}

async function signIn(base, email, secret, more = {}) {
  const user = await caller(base)('POST', '/api/login', { email, password: secret, ...more })
  return { user, call: caller(base, user.apiToken) }
}

/** The code that an authenticator app shows now (RFC 6238): six digits of a hash of the half minute. */
function codeOf(secret) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(step).digest()
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Asks until there is an answer: mails go out and payments become due a moment after what they follow from. */
async function until(ask) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('what should follow has not come')
}

/** Everyone but the administrator chooses a password by the link of a mail; a trial shows its mails under /mailbox. */
async function choosePassword(base, email) {
  const token = await until(async () => {
    const mails = (await (await fetch(`${base}/mailbox`)).text()).split('<article>').slice(1)
    return /\/renew\/(p_[\w-]+)/.exec(mails.find((mail) => mail.includes(email)) ?? '')?.[1]
  })
  await caller(base)('POST', `/api/password/new/${token}`, { password })
}

async function firstDay(setUpLink) {
  const say = (line) => process.stdout.write(`${line}\n`)
  const base = new URL(setUpLink).origin
  const shop = `http://neuve.localhost:${new URL(setUpLink).port || 80}`

  say('1. The one-time link makes the administrator of the platform')
  await caller(base)('POST', `/api/set-up/${setUpLink.split('/').at(-1)}`, {
    email: 'ada@platform.example',
    firstname: 'Ada',
    lastname: 'Moreau',
    language: 'fr-FR',
    password,
  })
  const administrator = await signIn(base, 'ada@platform.example', password)
  // Administrators sign in with a code of an app beside the password; nothing else opens before they have one.
  const { secret } = await administrator.call('POST', '/api/session/codes', {})
  await administrator.call('POST', '/api/session/codes/confirm', { code: codeOf(secret) })

  say('2. A client from the template for phones, with its web address')
  const client = await administrator.call('POST', '/api/accounts', {
    name: 'Boutique Neuve',
    status: 'active',
    isRetailer: true,
    isBuyerAndWorkshopsSupervisor: false,
    siret: '80314159700010',
    capital: '10 000 €',
    street: '1 rue Neuve',
    streetMore: null,
    zipCode: '59000',
    city: 'Lille',
    country: 'FR',
    companyCountry: 'FR',
    language: 'fr-FR',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    emailDPO: null,
    // Outside of a trial: https, and a name that leads to the installation.
    webChannelUrl: shop,
    tagManagerId: null,
    consentToolId: null,
    trackingTags: null,
    paymentIssuer: 'retailer',
    transportContractHolder: 'retailer',
    start: { from: 'template', template: 'phones' },
  })

  say('3. Its first user, who gets a mail')
  await administrator.call('POST', `/api/accounts/${client.id}/users`, {
    email: 'nadia@neuve.example',
    firstname: 'Nadia',
    lastname: 'Benali',
    modules: { root: { type: 'root_management_unit_manager', organizationId: client.organizationId } },
  })
  await choosePassword(base, 'nadia@neuve.example')
  const { call } = await signIn(base, 'nadia@neuve.example', password)

  say('4. Region, store, warehouse and buyer')
  const place = { zipCode: '59000', city: 'Lille', country: 'FR' }
  const add = (type, commonName, more) => call('POST', '/api/organizations', { type, commonName, ...more })
  const region = await add('management_unit', 'Région Nord', {
    parentOrganizationId: client.organizationId,
    country: 'FR',
  })
  const store = await add('store', 'Boutique Lille', {
    parentOrganizationId: region.id,
    street: '2 rue Faidherbe',
    ...place,
  })
  const warehouse = await add('warehouse', 'Atelier Lille', {
    parentOrganizationId: client.organizationId,
    street: '3 rue du Port',
    ...place,
  })
  const buyer = await add('buyer', 'Neuve Rachats', { siret: '80314159700010', capital: '10 000 €', country: 'FR' })
  await call('PATCH', '/api/warehouse-dispatch', { defaultWarehouseId: warehouse.id })

  say('5. A seller and a warehouse operator, who get mails')
  await call('POST', '/api/users', {
    email: 'sam@neuve.example',
    firstname: 'Sam',
    lastname: 'Leroy',
    modules: { tim: { type: 'store_seller', organizationId: store.id } },
  })
  await call('POST', '/api/users', {
    email: 'omar@neuve.example',
    firstname: 'Omar',
    lastname: 'Petit',
    modules: { rps: { type: 'warehouse_operator', organizationId: warehouse.id } },
  })

  say('6. The account that pays, the circuit by post, and the buyer of the categories')
  await call('PUT', '/api/payer', {
    name: 'Boutique Neuve SAS',
    iban: 'FR7630006000011234567890189',
    town: 'Lille',
    country: 'FR',
  })
  const { categories } = await call('GET', '/api/categories/tree')
  const categoryOf = (name) => categories.find((one) => one.name === name)
  const top = categoryOf('Téléphonie et tablettes')
  const { 'hydra:member': circuits } = await call('GET', '/api/circuits')
  const post = circuits.find(({ type }) => type === 'web_post')
  // Customers print an address label without postage; a carrier's label needs a connector.
  await call('PATCH', `/api/circuits/${post.id}`, { ownLabel: true, status: 'enabled', linkCategoryIds: [top.id] })
  await call('PATCH', `/api/categories/${top.id}`, { organizationId: buyer.id })

  say('7. One product with its prices, in cents')
  const phones = categoryOf('Smartphones')
  const product = await call('POST', '/api/products', {
    label: 'Zetaphone 12',
    brand: 'Zeta',
    mainCategoryId: phones.id,
    status: 'published',
    prices: { functional: 32000, grade_a: 30000, grade_b: 25000, grade_c: 20000, grade_d: 10000, grade_e: 5000 },
  })

  say('8. The texts that customers accept and read')
  const details = await call('GET', `/api/accounts/${client.id}/organization-root-detail`)
  await call('PATCH', `/api/organization-root-details/${details.id}`, {
    sellerSupportEmail: 'aide@neuve.example',
    eula: 'Ce site vous permet de vendre vos produits à Boutique Neuve.',
    serviceTerms: 'Le prix est ferme quatorze jours ; le produit est contrôlé à son arrivée.',
    faqAndContact: 'Une question ? Écrivez à {email}.',
  })
  await call('PATCH', `/api/accounts/${client.id}/white-label`, {
    cookiesPolicy: 'Ce site ne pose aucun cookie de suivi.',
  })

  // The guide of the dashboard says what is still open, and why.
  const { steps } = await call('GET', '/api/setup-guide')
  const open = steps.filter(({ problems }) => problems.length > 0)
  if (open.length > 0) throw new Error(`still open: ${JSON.stringify(open)}`)

  say('9. A customer sells the product on the public site')
  const sale = await sell(base, shop, product.id)

  say('10. The warehouse takes it in and tests it as declared, which accepts its price')
  await choosePassword(base, 'omar@neuve.example')
  await takeInAndTest(base, warehouse.id, product.id, sale)

  say('11. The office pays by a file for the bank')
  // A transfer is due a moment after the product was accepted.
  await until(async () => (await call('GET', '/api/payment-files/preview')).count > 0)
  const { file } = await call('POST', '/api/payment-files', {})
  const xml = await call('GET', `/api/payment-files/${file.id}.xml`)
  say(`   ${xml.length} characters for the bank (pain.001), which carries them out`)
  await call('POST', `/api/payment-files/${file.id}/sent`, { refusedPaymentIds: [] })
  await until(async () => (await call('GET', `/api/buybacks/${sale.id}`)).paymentStatus === 'payment_completed')
  say(`Paid: ${(file.totalCents / 100).toFixed(2)} ${file.currency} for buyback ${sale.identificationNumber}`)
}

/** A visitor of the public site has a token too; it knows the client by the address of the site. */
async function sell(base, shop, productId) {
  const asked = await fetch(`${base}/api/webtoken-with-account-and-ord`, {
    method: 'POST',
    body: new URLSearchParams({ url: shop }),
  })
  const call = caller(base, (await asked.json()).token)
  const product = await call('GET', `/api/public/products/${productId}`)
  const options = await call('GET', `/api/public/options?categoryId=${product.categoryId}&country=FR&channel=web`)
  const [circuit] = options.circuits
  const { questionnaire } = product.terms
  // The first answer to each question: as good as new.
  const answers = questionnaire.questions.map(({ id, answers: [first] }) => ({ questionId: id, answerId: first.id }))
  const wish = {
    productId,
    questionnaireId: questionnaire.id,
    answers,
    circuitId: circuit.id,
    shippingMethodId: circuit.shippingMethods[0].id,
    paymentModeId: circuit.paymentModes.find(({ type }) => type === 'bank_transfer').id,
    customer: {
      clientFirstname: 'Anna',
      clientLastname: 'Martin',
      clientEmail: 'anna.martin@exemple.fr',
      clientPhone: '0612345678',
      clientStreet: '12 rue des Lilas',
      clientZipCode: '59000',
      clientCity: 'Lille',
      clientCountry: 'FR',
    },
    bank: { iban: 'FR7630006000011234567890189', accountHolder: 'Anna Martin' },
    termsAccepted: true,
  }
  // A sale names the price that the customer has seen. The refusal of another one tells that of today.
  const unseen = { estimatedPriceCents: 0, impactPriceEntries: [], totalPriceCents: 0 }
  const prices = await call('POST', '/api/buybacks', { ...wish, prices: unseen }).catch(
    ({ said }) => said?.details?.current,
  )
  return { ...(await call('POST', '/api/buybacks', { ...wish, prices })), answers }
}

/**
 * Devices of the warehouse send what they captured, also from before the network was back: numbered operations, each of
 * which happens once however often it is sent. A sign-in that names a device answers the grant that they need.
 */
async function takeInAndTest(base, warehouseId, productId, { identificationNumber, answers }) {
  const deviceId = randomUUID()
  const { user, call } = await signIn(base, 'omar@neuve.example', password, { deviceId, module: 'rps' })
  const push = caller(base, user.grant.token)
  const found = await call('GET', `/api/warehouse/lookup?code=${identificationNumber}`)
  const [item] = found.candidates
  const operation = (seq, type, args) => ({
    opId: randomUUID(),
    deviceId,
    seq,
    lanes: [`item:${item.id}`],
    type,
    v: 1,
    args,
    actor: user.id,
    module: 'rps',
    basedOn: 0,
    dependsOn: [],
    capturedAt: new Date().toISOString(),
  })
  const ops = [
    operation(1, 'checkInItem', { code: identificationNumber, itemId: item.id, warehouseId }),
    operation(2, 'testItem', { itemId: item.id, warehouseId, productId, answers, photos: [] }),
  ]
  const { outcomes } = await push('POST', '/api/sync/push', { protocol: 1, deviceId, module: 'rps', ops })
  const refused = outcomes.find(({ status }) => status !== 'applied')
  if (refused !== undefined) throw new Error(`the warehouse was refused: ${JSON.stringify(refused)}`)
}

const link = process.argv[2]
if (link === undefined) throw new Error('Name the set-up link that the start printed.')
await firstDay(link)
