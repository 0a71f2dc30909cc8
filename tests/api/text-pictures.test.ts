import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionHolders } from '#domain/access/permission.ts'
import { sweepTextPictures } from '#api/db/picture-queries.ts'
import { textPictureHtml, textPicturesMaxBytes, unnamedPictureDays } from '#domain/settings/text-picture.ts'
import type { TextPicture } from '#sync/calls/text-picture.ts'
import type { TestSession } from '#tests/support/api.ts'
import {
  base64Of,
  besidePixels,
  claimedPngOf,
  lyingJpgOf,
  pngOf,
  sized,
  telltaleOf,
} from '#tests/support/picture-files.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let manager: TestSession
beforeAll(async () => {
  world = await createPublicWorld()
  manager = await world.api.signIn('root_management_unit_manager')
})
afterAll(() => world.close())

const add = (image: string, { as = manager, query = '' }: { as?: TestSession; query?: string } = {}) =>
  as.request(`/api/text-pictures${query}`, { method: 'POST', json: { image } })
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
const ownersOf = async ({ path }: TextPicture) => {
  const { rows } = await world.owner.query<{ account_id: string }>('select account_id from picture where id = $1', [
    path.split('/').at(-1),
  ])
  return rows.map((row) => row.account_id)
}

describe('a picture of a text', () => {
  it('is kept with its account, and shown by the texts of the public site from its own address (O9)', async () => {
    const kept = (await (await add(base64Of(await pngOf(640, 480)))).json()) as TextPicture
    expect(kept).toMatchObject({ width: 640, height: 480 })
    expect(await ownersOf(kept)).toEqual([world.accountId])
    const html = textPictureHtml({ ...kept, alt: 'L’atelier' })
    await world.change(`update organization_root_detail set eula = $2 where account_id = $1`, `<p>${html}</p>`)
    const { html: shown } = await world.read<{ html: string }>('/api/public/legal/eula')
    expect(shown).toContain(`src="${kept.path}?width=960"`)
    expect(shown).toContain('alt="L’atelier"')
    const picture = await world.api.request(`${kept.path}?width=960`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('is kept without place, camera and what follows its end', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const kept = (await (await add(base64Of(await telltaleOf(format)))).json()) as TextPicture
      const shown = Buffer.from(await (await world.api.request(kept.path)).arrayBuffer()).toString('latin1')
      for (const words of besidePixels) expect(shown, format).not.toContain(words)
    }
  })

  it('has the size that it is shown with, whichever way its pixels lie', async () => {
    const kept = (await (await add(base64Of(await lyingJpgOf(640, 480)))).json()) as TextPicture
    expect(kept).toMatchObject({ width: 480, height: 640 })
  })

  it('is judged by its content, at its limit', async () => {
    expect((await add(base64Of(sized(await pngOf(10, 10), 250_000)))).status).toBe(200)
    expect(await codeOf(await add(base64Of(sized(await pngOf(10, 10), 250_001))))).toEqual([422, 'PICTURE_TOO_LARGE'])
    expect(await codeOf(await add(Buffer.from('<svg/>').toString('base64')))).toEqual([422, 'PICTURE_TYPE_WRONG'])
    expect(await codeOf(await add(base64Of(await claimedPngOf(5_000, 5_000))))).toEqual([
      422,
      'PICTURE_TOO_MANY_PIXELS',
    ])
  })

  it('is added by who may write these texts, to another client by the platform alone', async () => {
    const image = base64Of(await pngOf(10, 10))
    const seller = await world.api.signIn('store_seller')
    expect(await codeOf(await add(image, { as: seller }))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    expect(permissionHolders['home.update']).toEqual(permissionHolders['settings.update'])
    const query = `?organizationId=${world.api.accounts.other.id}`
    expect((await add(image, { query })).status).toBe(404)
    const admin = await world.api.signIn('admin')
    const kept = (await (await add(image, { as: admin, query })).json()) as TextPicture
    expect(await ownersOf(kept)).toEqual([world.api.accounts.other.id])
  })

  it('has no room left once those of the account take up all of it, and nobody else’s', async () => {
    const kept = (await (await add(base64Of(await pngOf(10, 10)))).json()) as TextPicture
    // The bytes of the first are stored compressed, and copied as they are stored.
    const fill = async (bytes: number, account: string) => {
      const { rows } = await world.owner.query<{ id: string }>(
        `insert into picture (account_id, id, type, bytes, of_text)
         values ($1, uuid_v7(), 'image/png', decode(repeat('00', $2), 'hex'), true) returning id`,
        [account, Math.floor(bytes / 1000)],
      )
      await world.owner.query(
        `insert into picture (account_id, id, type, bytes, of_text)
         select account_id, uuid_v7(), type, bytes, true from picture, generate_series(2, 1000) where id = $1`,
        [rows[0]!.id],
      )
    }
    const other = world.api.accounts.other.id
    await fill(textPicturesMaxBytes, other)
    expect((await add(base64Of(await pngOf(10, 10)))).status).toBe(200)
    const roomLeft = async () => {
      const { rows } = await world.owner.query<{ size: string }>(
        'select sum(octet_length(bytes)) as size from picture where account_id = $1 and of_text',
        [world.accountId],
      )
      return textPicturesMaxBytes - Number(rows[0]!.size)
    }
    await fill((await roomLeft()) - 100_000, world.accountId)
    const room = await roomLeft()
    const png = await pngOf(10, 10)
    expect(await codeOf(await add(base64Of(sized(png, room + 1))))).toEqual([409, 'TEXT_PICTURES_FULL'])
    const both = await Promise.all([add(base64Of(sized(png, room))), add(base64Of(sized(png, room)))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await world.api.request(kept.path)).status).toBe(200)
    await world.owner.query('delete from picture where octet_length(bytes) > 90000 and account_id = any ($1)', [
      [other, world.accountId],
    ])
  })

  it('goes once no text has named it for long, and never while one does, in any language', async () => {
    const sizes = [11, 12, 13, 14, 15, 16, 17, 18]
    const paths: string[] = []
    for (const side of sizes)
      paths.push(((await (await add(base64Of(await pngOf(side, side)))).json()) as TextPicture).path)
    const [unnamed, terms, german, home, homeInDutch, policy, product, elsewhere] = paths as [string, ...string[]]
    const img = (path: string | undefined) => `<p>Voilà une image <img src="${path}?width=960"></p>`
    await world.change('update organization_root_detail set eula = $2 where account_id = $1', img(terms))
    await world.change(`update organization_root_detail set translations = $2 where account_id = $1`, {
      'de-DE': { faqAndContact: img(german) },
    })
    await world.change(
      `insert into home_widget (account_id, id, position, type, html, translations)
       values ($1, uuid_v7(), 90, 'html', $2, $3)`,
      img(home),
      { 'nl-BE': { html: img(homeInDutch).toUpperCase() } },
    )
    await world.change('update account set cookies_policy = $2 where id = $1', img(policy))
    await world.change(
      'update product set image_hd = $2 where account_id = $1 and buyer_reference = $3',
      product,
      'S21',
    )
    await world.owner.query('update organization_root_detail set service_terms = $2 where account_id = $1', [
      world.api.accounts.other.id,
      img(elsewhere),
    ])
    const day = 86_400_000
    const sweep = (days: number) =>
      sweepTextPictures(world.api.db, {
        now: new Date(Date.now() + days * day),
        before: new Date(Date.now() + (days - unnamedPictureDays) * day),
      })
    const there = async () => {
      const answers = await Promise.all(paths.map((path) => world.api.request(path)))
      return answers.map(({ status }) => status === 200)
    }
    await sweep(0)
    expect(await sweep(unnamedPictureDays - 1)).toBe(0)
    expect(await there()).toEqual(sizes.map(() => true))
    // Named again, and unnamed again: the time begins again.
    await world.change('update account set cookies_policy = $2 where id = $1', img(unnamed) + img(policy))
    await sweep(unnamedPictureDays + 1)
    await world.change('update account set cookies_policy = $2 where id = $1', img(policy))
    await sweep(unnamedPictureDays + 2)
    await sweep(2 * unnamedPictureDays)
    expect(await there()).toEqual(sizes.map(() => true))
    expect(await sweep(2 * unnamedPictureDays + 3)).toBeGreaterThanOrEqual(1)
    expect(await there()).toEqual(sizes.map((_, at) => at > 0))
  })

  it('leaves alone what was not kept for a text', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into picture (account_id, id, type, bytes) values ($1, uuid_v7(), 'image/png', 'x') returning id`,
      [world.accountId],
    )
    const after = (days: number) => new Date(Date.now() + days * 86_400_000)
    for (const days of [0, 100]) await sweepTextPictures(world.api.db, { now: after(days), before: after(days - 1) })
    expect((await world.api.request(`/api/pictures/${rows[0]!.id}`)).status).toBe(200)
  })
})
