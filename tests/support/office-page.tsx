import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { createHttp } from '#web/lib/http-client.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { PrintContext } from '#web/staff/ui/print/use-print.ts'
import { drawScreen, overPages } from './staff-screen.tsx'

/** What a page has asked the server for. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly version: string | null
  readonly body: unknown
}

// A page comes in parts that a busy machine takes its time for.
const soon = { timeout: 10_000 }

interface OfficeParts {
  /** What the server says: a response, what stands in one, or null where the network is gone. */
  readonly answer: (call: Asked) => unknown
  readonly texts: readonly string[]
  readonly userType?: UserType
  readonly module?: Module
  /** Pages that the router knows, of which the first is open. */
  readonly pages?: readonly [string, ...string[]]
  /** The address that is open, with its question. */
  readonly at?: string
  readonly engine?: object
  readonly features?: StoredUser['enabledPremiumFeatures']
  /** What lies in the device's storage. */
  readonly stored?: Readonly<Record<string, string>>
}

/** Draws a page of the office in French over a server that the test speaks for. */
export async function openOffice(Page: () => ReactNode, parts: OfficeParts) {
  const asked: Asked[] = []
  const http = createHttp({
    fetch: async (address, init) => {
      const url = new URL(address as string, location.origin)
      const text = init?.body === undefined ? null : await new Response(init.body).text()
      const call: Asked = {
        method: init?.method ?? 'GET',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        version: new Headers(init?.headers).get('if-match'),
        body: text === null || text === '' ? undefined : (JSON.parse(text) as unknown),
      }
      asked.push(call)
      const answer = await parts.answer(call)
      if (answer === null) throw new TypeError('no network')
      return answer instanceof Response ? answer : Response.json(answer)
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { userType = 'admin', module = 'root', pages = ['/'] } = parts
  const over = overPages(
    () => (
      <FeedbackProvider>
        <PrintContext value={() => undefined}>
          <Page />
        </PrintContext>
      </FeedbackProvider>
    ),
    pages,
    parts.at,
  )
  const { place, texts } = await drawScreen(over.screen, {
    texts: ['errors', ...parts.texts],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module, userType, enabledPremiumFeatures: parts.features ?? [] }),
    ...(parts.engine === undefined ? {} : { engine: parts.engine }),
    ...(parts.stored === undefined ? {} : { stored: parts.stored }),
  })
  const buttons = () => [...document.querySelectorAll<HTMLElement>('button, [role=menuitem], [role=tab]')]
  const named =
    (name: string) =>
    ({ textContent, ariaLabel }: HTMLElement) =>
      (ariaLabel ?? textContent) === name
  const button = (name: string) => vi.waitUntil(() => buttons().find(named(name)), soon)
  const field = (label: string) =>
    vi.waitUntil(
      () =>
        [...document.querySelectorAll<HTMLInputElement>('input, textarea')].find(
          ({ labels, ariaLabel }) =>
            ariaLabel?.startsWith(label) === true ||
            [...(labels ?? [])].some(({ textContent }) => textContent.startsWith(label)),
        ),
      soon,
    )
  /** What the page says, without its styles. */
  const told = () => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const style of copy.querySelectorAll('style')) style.remove()
    return copy.textContent
  }
  return {
    ...over,
    place,
    asked,
    button,
    /** Whether there is a button, a tab or a choice of a menu of that name. */
    offers: (name: string) => buttons().some(named(name)),
    press: async (name: string) => (await button(name)).click(),
    field,
    fill: async (label: string, text: string) => userEvent.fill(await field(label), text),
    says: (text: string | RegExp) => vi.waitFor(() => expect(told()).toMatch(text), soon),
    texts,
    heading: (text: string) =>
      vi.waitUntil(
        () => [...place.querySelectorAll('h1, h2, h3')].find(({ textContent }) => textContent === text),
        soon,
      ),
    /** What is said aloud of a failure. */
    alert: () => vi.waitUntil(() => place.querySelector<HTMLElement>('[role=alert]'), soon),
    rows: () => [...place.querySelectorAll<HTMLElement>('tbody tr')],
  }
}
