import { Text, Title } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import {
  clientPageTexts,
  patchClientCookiesCall,
  patchClientPagesCall,
  readClientCookiesCall,
  readClientPagesCall,
  type ClientCookies,
  type ClientCookiesPatch,
  type ClientPages,
  type ClientPagesPatch,
} from '#sync/calls/client-pages.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { ChangeTrouble } from '#web/staff/ui/change-trouble.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { Unread } from '#web/staff/ui/unread.tsx'
import { fieldsOf, LongTextField } from './fields.tsx'
import { Section, SettingsForm } from './settings-form.tsx'
import { given, problemsOf, type Checked } from './settings-values.ts'
import { usePart } from './use-part.ts'

type CookieValues = { readonly cookiesPolicy: string }
type Values = { readonly [Name in (typeof clientPageTexts)[number]]: string }

/** `/client/{id}/editPages` (ORG-02): a client's public pages, as the platform edits them for it; the home is `home`. */
export function ClientPagesPage({ accountId, home }: { readonly accountId: string; readonly home: ReactNode }) {
  const { t } = useTranslation(['settings', 'clients'])
  const http = useHttp()
  const params = { id: accountId }
  const part = usePart({
    key: ['client-pages', accountId],
    read: (signal) => http(readClientPagesCall, { params, signal }),
    valuesOf,
    check,
    send: (body, { version }) => http(patchClientPagesCall, { params, body, ifMatch: version }),
  })
  const cookies = usePart({
    key: ['client-cookies', accountId],
    read: (signal) => http(readClientCookiesCall, { params, signal }),
    valuesOf: ({ cookiesPolicy }: ClientCookies) => ({ cookiesPolicy: cookiesPolicy ?? '' }),
    check: checkCookies,
    send: (body, { version }) => http(patchClientCookiesCall, { params, body, ifMatch: version }),
  })
  const label = {
    eula: t(($) => $.tim.eula),
    serviceTerms: t(($) => $.tim.serviceTerms),
    faqAndContact: t(($) => $.tim.faqAndContact),
    buybackZeroDescription: t(($) => $.tim.buybackZero),
    noSearchResultDescription: t(($) => $.tim.noSearchResult),
  }
  const { began, values } = part
  return (
    <Page
      title={began === null ? t(($) => $.pages.title) : t(($) => $.pages.of, { name: began.name })}
      icon={IconFileText}
      crumbs={[{ title: t(($) => $.title, { ns: 'clients' }), to: '/clients' }]}
    >
      {values === null ? (
        <Unread error={part.readError} onRetry={part.retry} />
      ) : (
        <SettingsForm
          permission="client.update"
          parts={[part, cookies]}
          troubles={
            <>
              <ChangeTrouble error={part.saveError} onReload={part.reload} />
              <ChangeTrouble error={cookies.saveError} onReload={cookies.reload} />
            </>
          }
        >
          <Section id="client-pages" title={t(($) => $.tim.texts)}>
            <Text size="sm" c="dimmed">
              {t(($) => $.tim.textsHint)}
            </Text>
            {clientPageTexts.map((name) => (
              <LongTextField key={name} label={label[name]} field={fieldsOf(values, part.problems, part.set)(name)} />
            ))}
            {cookies.values === null ? (
              <Unread error={cookies.readError} onRetry={cookies.retry} />
            ) : (
              <LongTextField
                label={t(($) => $.whiteLabel.cookiesPolicy)}
                field={fieldsOf(cookies.values, cookies.problems, cookies.set)('cookiesPolicy')}
              />
            )}
          </Section>
        </SettingsForm>
      )}
      {values !== null && (
        <>
          <Title order={2} size="h3" mt="xl" mb="md">
            {t(($) => $.pages.home)}
          </Title>
          {home}
        </>
      )}
    </Page>
  )
}

function valuesOf(pages: ClientPages): Values {
  return Object.fromEntries(clientPageTexts.map((name) => [name, pages[name] ?? ''])) as unknown as Values
}

const check = (changed: Partial<Values>): Checked<Values, ClientPagesPatch> =>
  checkTexts(changed, patchClientPagesCall.body)

const checkCookies = (changed: Partial<CookieValues>): Checked<CookieValues, ClientCookiesPatch> =>
  checkTexts(changed, patchClientCookiesCall.body)

/** Texts by the rules that the server checks by; one that is empty is none. */
function checkTexts<Texts extends { readonly [Name in keyof Texts]: string }, Patch>(
  changed: Partial<Texts>,
  schema: z.ZodType<Patch>,
): Checked<Texts, Patch> {
  const parsed = schema.safeParse(
    Object.fromEntries(
      Object.entries<string>(changed as Record<string, string>).map(([name, text]) => [name, given(text)]),
    ),
  )
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, error: problemsOf(parsed.error, schema, ([field]) => String(field)) }
}
