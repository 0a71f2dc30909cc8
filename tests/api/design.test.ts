import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { pictureWidths } from '#domain/settings/picture.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import { typeHolds } from '#domain/access/permission.ts'
import type { DesignAnswer } from '#sync/calls/design.ts'
import type { TestApi, TestSession } from '#tests/support/api.ts'
import { createTestApi } from '#tests/support/api.ts'
import { base64Of, besidePixels, icoOf, jpgOf, pngOf, sized, telltaleOf } from '#tests/support/picture-files.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let second: TestApi
let admin: TestSession
let elsewhere: TestSession

beforeAll(async () => {
  world = await createPublicWorld()
  second = await createTestApi({ share: world.api })
  admin = await world.api.signIn('admin')
  elsewhere = await world.api.signIn('admin@other.example')
  await world.change(`update account set host = 'localhost' where id = $1`)
})
afterAll(async () => {
  await second.close()
  await world.close()
})

const headers = (ifMatch?: number): Record<string, string> => ({
  'content-type': 'application/merge-patch+json',
  ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
})

async function read(as = admin): Promise<DesignAnswer> {
  return (await as.request('/api/design')).json() as Promise<DesignAnswer>
}

async function patch(json: unknown, { as = admin, ifMatch }: { as?: TestSession; ifMatch?: number } = {}) {
  const response = await as.request('/api/design', { method: 'PATCH', json, headers: headers(ifMatch) })
  const body = (await response.json()) as DesignAnswer & { code?: string; field?: string; details?: object }
  return { status: response.status, body, etag: response.headers.get('etag') }
}

describe('the design of an account (SET-11)', () => {
  it('keeps of its pictures the pixels alone: no place, no camera, nothing behind the end', async () => {
    const favicon = icoOf({ side: 16, bytes: await telltaleOf('png', { width: 16, height: 16 }) })
    const sent = { logo: base64Of(await telltaleOf('jpeg')), favicon: base64Of(favicon) }
    const { status, body } = await patch(sent)
    expect(status).toBe(200)
    for (const path of [body.logo, body.favicon]) {
      const shown = Buffer.from(await (await second.request(path!)).arrayBuffer()).toString('latin1')
      for (const words of besidePixels) expect(shown).not.toContain(words)
    }
  })

  it('is read and changed, and seen at once on every process, in the session and on the public site', async () => {
    const before = await read()
    const logo = await pngOf(250, 50)
    const favicon = icoOf({ side: 16, bytes: await pngOf(16, 16) })
    const changed = await patch(
      { mainColor: ' #A02050 ', logo: base64Of(logo), favicon: base64Of(favicon) },
      { ifMatch: before.version },
    )
    expect(changed).toMatchObject({ status: 200, body: { mainColor: '#a02050' } })
    expect(changed.etag).toBe(`"${changed.body.version}"`)
    expect(await read()).toEqual(changed.body)
    const face = { mainColor: '#a02050', logo: changed.body.logo, favicon: changed.body.favicon }
    for (const api of [world.api, second]) expect(await (await api.request('/api/branding')).json()).toMatchObject(face)
    const session = (await (await admin.request('/api/session')).json()) as TestSession['user']
    expect(session.currentOrganization?.account).toMatchObject(face)
    for (const [path, bytes, type] of [
      [face.logo, logo, 'image/png'],
      [face.favicon, favicon, 'image/x-icon'],
    ] as const) {
      const response = await second.request(path!)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
      const etag = response.headers.get('etag')!
      expect((await second.request(path!, { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
  })

  it('keeps what a change does not name, and forgets a picture that is replaced or taken away', async () => {
    const first = await patch({ logo: base64Of(await pngOf(200, 40)), mainColor: '#004488' })
    const next = await patch({ logo: base64Of(await jpgOf(200, 40)) })
    expect(next.body).toMatchObject({ mainColor: '#004488', favicon: first.body.favicon })
    expect((await world.api.request(first.body.logo!)).status).toBe(404)
    expect((await world.api.request(next.body.logo!)).status).toBe(200)
    const bare = await patch({ logo: null })
    expect(bare.body).toMatchObject({ logo: null, mainColor: '#004488', favicon: first.body.favicon })
    expect((await world.api.request(next.body.logo!)).status).toBe(404)
    expect(await (await world.api.request('/api/branding')).json()).toMatchObject({ logo: null })
  })

  it('takes no change over another user’s, and none that names nothing readable', async () => {
    const before = await read()
    await patch({ mainColor: '#112233' })
    const late = await patch({ mainColor: '#445566', logo: null }, { ifMatch: before.version })
    expect([late.status, late.body.code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    expect(await read()).toMatchObject({ mainColor: '#112233' })
    expect((await patch({})).status).toBe(200)
  })

  it.each([
    ['blue', 'mainColor'],
    ['#12345', 'mainColor'],
    ['#1234567', 'mainColor'],
    ['#12345g', 'mainColor'],
    ['url(x)', 'mainColor'],
  ])('takes no colour %s', async (mainColor, field) => {
    const { status, body } = await patch({ mainColor })
    expect([status, body.code, body.field]).toEqual([422, 'REQUEST_INVALID', field])
    expect(body.details).toMatchObject({ key: 'FORM_COLOR_INVALID' })
  })

  it('says of a file what is wrong with it, and changes nothing (SET-12, SET-13, SET-15)', async () => {
    const before = await read()
    const [logo, icon] = [await pngOf(250, 50), await pngOf(16, 16)]
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const noisy = await jpgOf(600, 200)
    for (const [part, bytes, code] of [
      ['logo', svg, 'PICTURE_TYPE_WRONG'],
      ['logo', icoOf({ side: 16, bytes: icon }), 'PICTURE_TYPE_WRONG'],
      ['logo', sized(logo, 250_001), 'PICTURE_TOO_LARGE'],
      ['logo', sized(logo, 900_000), 'PICTURE_TOO_LARGE'],
      ['logo', logo.slice(0, 20), 'PICTURE_BROKEN'],
      ['logo', noisy.slice(0, noisy.length / 2), 'PICTURE_BROKEN'],
      ['favicon', await jpgOf(16, 16), 'PICTURE_TYPE_WRONG'],
      ['favicon', await pngOf(17, 16), 'PICTURE_SIZE_WRONG'],
      ['favicon', sized(icon, 20_001), 'PICTURE_TOO_LARGE'],
    ] as const) {
      const { status, body } = await patch({ mainColor: '#ff0000', [part]: base64Of(bytes) })
      expect([status, body.code, body.field], code).toEqual([422, code, part])
    }
    expect(await read()).toEqual(before)
    const { rows } = await world.owner.query<{ count: number }>('select count(*)::int as count from picture')
    expect(rows[0]!.count).toBe([before.logo, before.favicon].filter((path) => path !== null).length)
  })

  it('takes the largest files that it allows', async () => {
    const logo = sized(await pngOf(250, 50), 250_000)
    const favicon = sized(await pngOf(16, 16), 20_000)
    const { status, body } = await patch({ logo: base64Of(logo), favicon: base64Of(favicon) })
    expect(status).toBe(200)
    expect((await (await world.api.request(body.logo!)).arrayBuffer()).byteLength).toBe(250_000)
  })

  it('turns away what is no Base64, and bodies beyond all measure', async () => {
    expect((await patch({ logo: 'not base64!' })).body).toMatchObject({ code: 'REQUEST_INVALID', field: 'logo' })
    expect((await patch({ logo: 'A'.repeat(4_000_000) })).status).toBe(413)
  })

  it('is another account’s own business', async () => {
    const mine = await read()
    const changed = await patch({ mainColor: '#0a0b0c', logo: null }, { as: elsewhere })
    expect(changed.body).toMatchObject({ mainColor: '#0a0b0c', logo: null })
    expect(await read()).toEqual(mine)
    expect((await world.api.request(mine.logo!)).status).toBe(200)
  })

  it('is read and changed by who may, and by nobody else (SHELL-24)', { tags: ['slow'] }, async () => {
    for (const type of userTypes.filter((one) => one !== 'pseudo_anonymous')) {
      const session = await world.api.signIn(type)
      const isSeen = typeHolds(type, 'design.read')
      expect((await session.request('/api/design')).status, type).toBe(isSeen ? 200 : 403)
      const changed = await patch({ mainColor: '#123456' }, { as: session })
      expect(changed.status, type).toBe(typeHolds(type, 'design.update') ? 200 : 403)
    }
    expect((await world.api.request('/api/design')).status).toBe(401)
  })

  it('sends a picture as small as the place that shows it needs, and an icon as it is', async () => {
    const { body } = await patch({ logo: base64Of(await pngOf(1200, 600)) })
    const sent = async (query: string) => {
      const response = await world.api.request(`${body.logo}${query}`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, type: response.headers.get('content-type'), bytes }
    }
    const whole = await sent('')
    expect(whole).toMatchObject({ status: 200, type: 'image/png' })
    for (const width of pictureWidths) {
      const small = await sent(`?width=${width}`)
      expect(small).toMatchObject({ status: 200, type: 'image/webp' })
      expect(await sharp(small.bytes).metadata()).toMatchObject({ width, height: width / 2 })
      expect(small.bytes.length).toBeLessThan(whole.bytes.length)
    }
    expect((await sent('?width=97')).status).toBe(422)
    // An icon holds its sizes itself.
    const { favicon } = (await patch({ favicon: base64Of(icoOf({ side: 16, bytes: await pngOf(16, 16) })) })).body
    const icon = await world.api.request(`${favicon}?width=96`)
    expect(icon.headers.get('content-type')).toBe('image/x-icon')
  })

  it('has no picture under an id that names none', async () => {
    const nobody = await world.api.request('/api/pictures/018f0000-0000-7000-8000-00000000dead')
    expect([nobody.status, ((await nobody.json()) as { code: string }).code]).toEqual([404, 'REQUEST_NOT_FOUND'])
    expect((await world.api.request('/api/pictures/logo')).status).toBe(404)
  })
})
