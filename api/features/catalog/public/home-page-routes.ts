import type { Transaction } from 'kysely'
import type { HtmlCleaner } from '#api/db/html/html-cleaner.ts'
import { readPicture, type ReadPicture } from '#api/adapters/picture/read-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { deletePictures, insertPicture, readPictureSizes } from '#api/db/picture-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import { accountOfOrganization } from '#api/http/account-of-organization.ts'
import { cleanedBody } from '#api/http/cleaned-body.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { homeLimits, homeTexts, mostWidgets } from '#domain/settings/home-page.ts'
import { pictureErrors } from '#domain/settings/picture.ts'
import { homeTextPicturesMaxBytes } from '#domain/settings/text-picture.ts'
import { languages } from '#domain/kernel/languages.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import {
  homeProductsCall,
  patchHomePageCall,
  previewHtmlCall,
  readHomePageCall,
  type EditedWidget,
  type WidgetBody,
} from '#sync/calls/home-page.ts'
import { pictureIdsIn } from '#sync/calls/picture.ts'
import {
  countProducts,
  findFeatured,
  lockHomePage,
  readHomePage,
  replaceWidgets,
  updateHomePage,
  type KeptWidget,
} from './home-page-queries.ts'
import { readImageHosts } from './page-queries.ts'
import { sanitised } from './sanitised.ts'

/** What the routes of the home's editor are built from. */
export interface HomePageDeps {
  readonly database: Database
  readonly html: HtmlCleaner
}

const htmlFields: ReadonlySet<string> = new Set(homeTexts.html)

/** A whole home, in UTF-8: each part with HTML at its longest in each language, which is more than one with a picture. */
const homeBytes = mostWidgets * languages.length * homeLimits.html.max * 3 + 64 * 1024
/** One HTML at its longest, in UTF-8. */
const htmlBytes = 700_000

/** Where another account's home is named. */
const elsewhere = ['REQUEST_NOT_FOUND', 'CLIENT_ADMINISTRATION_MISSING'] as const
const read = { permission: 'home.read', refusals: elsewhere } as const

/** The editor of the public home (SET-17 to SET-24). */
export function createHomePageRoutes({ database, html }: HomePageDeps): readonly DeclaredRoute[] {
  return [
    route({ ...readHomePageCall, ...read, summary: 'The public home, to edit' }, async (call) => {
      const account = await accountOfOrganization(database, call.caller, call.query.organizationId)
      if (!account.ok) return account
      const accountId = account.value
      const page = await inAccount(database, accountId, (tx) => readHomePage(tx, accountId), { readOnly: true })
      return versioned(call.answerHeaders, page)
    }),

    route(
      { ...homeProductsCall, ...read, summary: 'Products that a home may feature' },
      async ({ caller, query: { organizationId, search } }) => {
        const account = await accountOfOrganization(database, caller, organizationId)
        if (!account.ok) return account
        const accountId = account.value
        const products = await inAccount(database, accountId, (tx) => findFeatured(tx, accountId, search), {
          readOnly: true,
        })
        return succeed({ products: [...products] })
      },
    ),

    route(
      {
        ...patchHomePageCall,
        permission: 'home.update',
        summary: 'Change the public home',
        maxBodyBytes: homeBytes,
        refusals: ['REQUEST_VERSION_CONFLICT', 'HOME_PICTURES_TOO_HEAVY', ...elsewhere, ...pictureErrors],
      },
      async (call) => {
        const account = await accountOfOrganization(database, call.caller, call.query.organizationId)
        if (!account.ok) return account
        const accountId = account.value
        const body = await cleanedBody(html, { schema: patchHomePageCall.body, fields: htmlFields }, call.body)
        if (!body.ok) return body
        const { widgets, ...fields } = body.value
        const pictures = await readPictures(widgets ?? [])
        if (!pictures.ok) return pictures
        const changed = await inAccount(database, accountId, async (tx) => {
          await lockHomePage(tx, accountId)
          const fresh = checkVersion(call.http.headers, await readHomePage(tx, accountId))
          if (!fresh.ok) return fresh
          if (widgets !== undefined) {
            const known = await checkWidgets(tx, accountId, widgets, fresh.value.widgets)
            if (!known.ok) return known
            const light = await checkWeight(tx, accountId, widgets, fresh.value.widgets)
            if (!light.ok) return light
            await keepWidgets(tx, accountId, widgets, { pictures: pictures.value, before: fresh.value.widgets })
          }
          await updateHomePage(tx, accountId, fields)
          return succeed(await readHomePage(tx, accountId))
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...previewHtmlCall,
        permission: 'home.update',
        summary: 'HTML as visitors will be given it',
        maxBodyBytes: htmlBytes,
        refusals: elsewhere,
      },
      async ({ caller, query, body }) => {
        const account = await accountOfOrganization(database, caller, query.organizationId)
        if (!account.ok) return account
        const cleaned = await html.clean([body.html])
        if (cleaned === null) return refuse('REQUEST_INVALID', { details: { reason: 'FORM_HTML_TOO_COMPLEX' } })
        const imageHosts = await readImageHosts(database, account.value)
        return succeed({ html: sanitised(cleaned[0] ?? '', { imageHosts }) })
      },
    ),
  ]
}

type Pictures = readonly (ReadPicture | null | undefined)[]

/** The picture of each part, judged before anything is written: undefined where it stays. */
async function readPictures(widgets: readonly WidgetBody[]): Promise<Result<Pictures, Failure>> {
  const pictures: (ReadPicture | null | undefined)[] = []
  for (const [at, widget] of widgets.entries()) {
    const read = await readPicture(widget.type === 'search_banner' ? widget.image : undefined, 'banner')
    if (!read.ok) return refuse(read.error, { field: `widgets.${at}.image` })
    pictures.push(read.value)
  }
  return succeed(pictures)
}

/** Passes parts that are new or the account's own, of the kind that they were, with products of its catalog. */
async function checkWidgets(
  tx: Transaction<Tables>,
  accountId: string,
  widgets: readonly WidgetBody[],
  before: readonly EditedWidget[],
): Promise<Result<true, Failure>> {
  for (const [at, { id, type }] of widgets.entries()) {
    const isKnown = before.some((one) => one.id === id && one.type === type)
    if (id !== undefined && !isKnown) return refuse('REQUEST_INVALID', { field: `widgets.${at}.id` })
  }
  const ids = widgets.flatMap((widget) => (widget.type === 'featured_products' ? widget.productIds : []))
  if ((await countProducts(tx, accountId, ids)) === new Set(ids).size) return succeed(true)
  return refuse('REQUEST_INVALID', { field: 'widgets' })
}

/** Refuses a text whose pictures weigh too much in all its languages; one that does already may go on, or lose some. */
async function checkWeight(
  tx: Transaction<Tables>,
  accountId: string,
  widgets: readonly WidgetBody[],
  before: readonly EditedWidget[],
): Promise<Result<true, Failure>> {
  const texts = widgets.map((widget) => {
    const former = before.find(({ id }) => id === widget.id)
    if (widget.type !== 'html') return { next: [], former: [] }
    const kept = former?.type === 'html' ? former : null
    const others = languages.map((language) => {
      const given = widget.translations?.[language]?.html
      return (given === undefined ? kept?.translations[language]?.['html'] : given) ?? ''
    })
    return {
      next: pictureIdsIn([widget.html, ...others].join(' ')),
      former: kept === null ? [] : pictureIdsIn([kept.html, JSON.stringify(kept.translations)].join(' ')),
    }
  })
  const sizes = await readPictureSizes(
    tx,
    accountId,
    texts.flatMap(({ next, former }) => [...next, ...former]),
  )
  const weightOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
  const at = texts.findIndex(
    ({ next, former }) => weightOf(next) > Math.max(homeTextPicturesMaxBytes, weightOf(former)),
  )
  return at === -1 ? succeed(true) : refuse('HOME_PICTURES_TOO_HEAVY', { field: `widgets.${at}.html` })
}

async function keepWidgets(
  tx: Transaction<Tables>,
  accountId: string,
  widgets: readonly WidgetBody[],
  { pictures, before }: { readonly pictures: Pictures; readonly before: readonly EditedWidget[] },
): Promise<void> {
  const kept: KeptWidget[] = []
  for (const [at, widget] of widgets.entries()) {
    if (widget.type !== 'search_banner') {
      kept.push(widget)
      continue
    }
    const picture = pictures[at]
    const stored = imageOf(before.find(({ id }) => id === widget.id))
    const image = picture === undefined ? stored : picture && (await insertPicture(tx, accountId, picture))
    kept.push({ ...widget, image })
  }
  await replaceWidgets(tx, accountId, kept, before)
  const shown = new Set(kept.map((widget) => (widget.type === 'search_banner' ? widget.image : null)))
  const gone = before.map(imageOf).filter((image) => image !== null && !shown.has(image))
  await deletePictures(tx, accountId, gone)
}

function imageOf(widget: EditedWidget | undefined): string | null {
  return widget?.type === 'search_banner' ? widget.image : null
}
