import http from 'node:http'

/** Visitors of the public site, each with an address and a token of its own. */
export interface Visits {
  /** What the request of that number asks for, mixed as a visit mixes it. */
  path(at: number): string
  /** Sends the request of that number, as the visitor whose turn it is. */
  ask(path: string, at: number): Promise<Answered>
}

interface Answered {
  readonly status: number
  readonly text: string
}

interface Request {
  readonly path: string
  readonly token?: string
  readonly address: string
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly type?: string
}

const visitors = 400

/** Makes the visitors of a bench, whose requests go to its servers in turn. */
export async function createVisits({
  urls,
  agent,
  freshSearches = false,
}: {
  readonly urls: readonly string[]
  readonly agent: http.Agent
  /** Every search in words of its own, so that none is answered from memory. */
  readonly freshSearches?: boolean
}): Promise<Visits> {
  let turn = 0

  function send({ path, token, address, method = 'GET', body, type }: Request): Promise<Answered> {
    const url = urls[turn++ % urls.length]!
    return new Promise((resolve, reject) => {
      const headers = {
        'x-forwarded-for': address,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(type !== undefined && { 'content-type': type }),
      }
      const request = http.request(`${url}${path}`, { agent, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  async function visit(visitor: number): Promise<string> {
    const body = new URLSearchParams({ url: urls[0]! }).toString()
    const type = 'application/x-www-form-urlencoded'
    const path = '/api/webtoken-with-account-and-ord'
    const { text } = await send({ path, address: addressOf(visitor), method: 'POST', body, type })
    return (JSON.parse(text) as { token: string }).token
  }

  const tokens: string[] = []
  for (let visitor = 0; visitor < visitors; visitor++) tokens.push(await visit(visitor))
  const read = async <T>(path: string) =>
    JSON.parse((await send({ path, token: tokens[0]!, address: addressOf(0) })).text) as T
  const { 'hydra:member': products } = await read<{ 'hydra:member': readonly { id: string; categoryId: string }[] }>(
    '/api/public/products?itemsPerPage=100',
  )
  const words = ['iphone', 'samsung', 'galaxy s', 'iphone13', 'canon', 'casque', 'lego', 'nintendo', 'samsng', 'bosch']
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!
  const wordOf = (at: number) => encodeURIComponent(`${pick(words, at)}${freshSearches ? marks(at) : ''}`)
  // Of twenty requests of a visit: six searches, four products, four options, and the pages around them.
  const mix: readonly ((at: number) => string)[] = [
    (at) => `/api/public/products?search_product_buyback=${wordOf(at)}`,
    (at) => `/api/public/products?search_product_buyback=${wordOf(at + 3)}&itemsPerPage=8`,
    (at) => `/api/public/products/${pick(products, at).id}`,
    (at) => `/api/public/options?categoryId=${pick(products, at).categoryId}&country=FR`,
    () => '/api/public/home',
    (at) => `/api/public/products?search_product_buyback=${wordOf(at + 5)}`,
    (at) => `/api/public/products/${pick(products, at + 7).id}`,
    (at) => `/api/public/options?categoryId=${pick(products, at + 7).categoryId}&country=FR`,
    () => '/api/public/categories',
    (at) => `/api/public/products?category=${pick(products, at).categoryId}`,
    (at) => `/api/public/products/${pick(products, at + 11).id}`,
    () => '/api/public/stores',
    () => '/api/buyback-settings',
    (at) => `/api/public/options?categoryId=${pick(products, at + 13).categoryId}&country=FR`,
    (at) => `/api/public/products/${pick(products, at + 17).id}`,
    () => '/api/branding',
    () => '/api/public/legal/faq-and-contact',
    (at) => `/api/public/products?search_product_buyback=${wordOf(at + 8)}&partial=true`,
    (at) => `/api/public/options?categoryId=${pick(products, at + 19).categoryId}&country=FR`,
    () => '/api/public/products?order[price]=desc&partial=true',
  ]
  return {
    path: (at) => mix[at % mix.length]!(at),
    ask: (path, at) => {
      const visitor = Math.floor(at / mix.length) % visitors
      return send({ path, token: tokens[visitor]!, address: addressOf(visitor) })
    },
  }
}

/** A text that the search leaves out, another for each number. */
function marks(at: number): string {
  const digits = at.toString(4).replaceAll(/\d/g, (digit) => '.,;!'[Number(digit)]!)
  return ` ${digits}`
}

function addressOf(visitor: number): string {
  return `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`
}
