import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishTerms } from '#tests/support/factories.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld

beforeAll(async () => {
  world = await createPublicWorld()
  await publishTerms(world.owner)
})
afterAll(() => world.close())

const ask = (path: string, host = 'retailer.example') => world.api.request(path, { headers: { host } })
const addresses = async (path: string): Promise<readonly string[]> =>
  [...(await (await ask(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
    address!.replace(/^https?:\/\/[^/]+/, ''),
  )

describe('search engines', () => {
  it('read the public site, and neither private links nor the API', async () => {
    const response = await ask('/robots.txt')
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    for (const path of ['/api/', '/buyback/tracking/', '/buyback/quote/']) expect(text).toContain(`Disallow: ${path}\n`)
    expect(text).toMatch(/\nSitemap: https?:\/\/\S+\/sitemap\.xml\n/)
  })

  it('find every published product and category of the host’s account, and no draft', async () => {
    const draft = await world.addProduct({ reference: 'DR', label: 'Draft', brand: 'None', category: 'cameras' })
    await world.owner.query(`update product set status = 'draft' where id = $1`, [draft])
    expect(await addresses('/sitemap.xml')).toEqual(['/sitemap-pages.xml', '/sitemap-1.xml'])
    const pages = await addresses('/sitemap-pages.xml')
    expect(pages).toContain('/home')
    expect(pages).toContain(`/buyback/search/products?category=${world.categories['smartphones']}`)
    expect(pages).not.toContain(`/buyback/search/products?category=${world.categories['vide']}`)
    const products = await addresses('/sitemap-1.xml')
    expect(products).toContain(`/buyback/create/${world.products['IP13']}/apple-iphone-13`)
    expect(products).toHaveLength(Object.keys(world.products).length)
    expect(products.join()).not.toContain(draft)
  })

  it('are told of no map that does not exist, nor of a host without an account', async () => {
    expect((await ask('/sitemap-2.xml')).status).toBe(404)
    expect((await ask('/sitemap-0.xml')).status).toBe(404)
    expect((await ask('/sitemap.xml', 'nobody.example')).status).toBe(421)
    expect(await (await ask('/robots.txt', 'nobody.example')).text()).not.toContain('Sitemap')
  })
})
