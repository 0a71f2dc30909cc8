import { Text, Title } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { cookiesTexts } from '#domain/settings/white-label.schema.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import {
  patchClientCookiesCall,
  patchClientPagesCall,
  readClientCookiesCall,
  readClientPagesCall,
  type ClientCookies,
  type ClientCookiesPatch,
  type ClientPages,
  type ClientPagesPatch,
} from '#sync/calls/client-pages.ts'
import { legalTextNames } from '#sync/calls/settings.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { LongTextField } from './settings-fields.tsx'
import { Section, SettingsForm } from './settings-form.tsx'
import { given, problemsOf, textPath, type Checked, type Problems } from './settings-values.ts'
import { missingTexts, textFieldsOf } from './settings-text-fields.ts'
import { usePart } from './use-part.ts'

type CookieValues = { readonly cookiesPolicy: string; readonly translations: Translations }
type Values = { readonly [Name in (typeof legalTextNames)[number]]: string } & { readonly translations: Translations }

/** `/client/{id}/editPages` (ORG-02): a client's public pages, as the platform edits them for it; the home is `home`. */
export function ClientPagesPage({ accountId, home }: { readonly accountId: string; readonly home: ReactNode }) {
  const { t } = useTranslation(['settings', 'client'])
  const http = useHttp()
  const found = useQuery({
    queryKey: pagesKey(accountId),
    queryFn: ({ signal }) => http(readClientPagesCall, { params: { id: accountId }, signal }),
  })
  return (
    <Page
      title={found.data === undefined ? t(($) => $.pages.title) : t(($) => $.pages.of, { name: found.data.name })}
      icon={IconFileText}
      crumbs={[{ title: t(($) => $.title, { ns: 'client' }), to: '/clients' }]}
    >
      {found.data === undefined ? (
        <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <PagesForm accountId={accountId} language={found.data.language} />
          <Title order={2} size="h3" mt="xl" mb="md">
            {t(($) => $.pages.home)}
          </Title>
          {home}
        </>
      )}
    </Page>
  )
}

const pagesKey = (accountId: string) => ['client-pages', accountId]

function PagesForm({ accountId, language }: Pick<ClientPages, 'language'> & { readonly accountId: string }) {
  const { t } = useTranslation('settings')
  const http = useHttp()
  const params = { id: accountId }
  const owner = { organizationId: accountId }
  const part = usePart({
    key: pagesKey(accountId),
    read: (signal) => http(readClientPagesCall, { params, signal }),
    valuesOf,
    check,
    send: (body, { version }) => http(patchClientPagesCall, { params, body, ifMatch: version }),
  })
  const cookies = usePart({
    key: ['client-cookies', accountId],
    read: (signal) => http(readClientCookiesCall, { params, signal }),
    valuesOf: ({ cookiesPolicy, translations }: ClientCookies): CookieValues => ({
      cookiesPolicy: cookiesPolicy ?? '',
      translations,
    }),
    check: checkCookies,
    send: (body, { version }) => http(patchClientCookiesCall, { params, body, ifMatch: version }),
  })
  const faults = [...Object.entries(part.problems), ...Object.entries(cookies.problems)]
  const languages = useTextLanguages(new Map(faults), language)
  const label = {
    eula: t(($) => $.tim.eula),
    serviceTerms: t(($) => $.tim.serviceTerms),
    faqAndContact: t(($) => $.tim.faqAndContact),
    buybackZeroDescription: t(($) => $.tim.buybackZero),
    noSearchResultDescription: t(($) => $.tim.noSearchResult),
  }
  const { values } = part
  if (values === null) return <QueryPlaceholder error={part.readError} onRetry={part.retry} />
  const text = textFieldsOf(languages, values, part)
  return (
    <SettingsForm
      permission="client.update"
      parts={[part, cookies]}
      onFaults={languages.lead}
      troubles={
        <>
          <SaveError error={part.saveError} onReload={part.reload} />
          <SaveError error={cookies.saveError} onReload={cookies.reload} />
        </>
      }
    >
      <Section id="client-pages" title={t(($) => $.tim.texts)}>
        <Text size="sm" c="dimmed">
          {t(($) => $.tim.textsHint)}
        </Text>
        <LanguageTabs
          languages={languages}
          missing={(each) =>
            missingTexts(values, legalTextNames, each) +
            (cookies.values === null ? 0 : missingTexts(cookies.values, cookiesTexts, each))
          }
        >
          {legalTextNames.map((name) => (
            <LongTextField key={name} label={label[name]} field={text(name)} pictures={owner} />
          ))}
          {cookies.values === null ? (
            <QueryPlaceholder error={cookies.readError} onRetry={cookies.retry} />
          ) : (
            <LongTextField
              label={t(($) => $.whiteLabel.cookiesPolicy)}
              field={textFieldsOf(languages, cookies.values, cookies)('cookiesPolicy')}
              pictures={owner}
            />
          )}
        </LanguageTabs>
      </Section>
    </SettingsForm>
  )
}

function valuesOf(pages: ClientPages): Values {
  const texts = Object.fromEntries(legalTextNames.map((name) => [name, pages[name] ?? '']))
  return { ...(texts as Record<(typeof legalTextNames)[number], string>), translations: pages.translations }
}

const check = (changed: Partial<Values>): Checked<Values, ClientPagesPatch> =>
  checkTexts(changed, patchClientPagesCall.body)

const checkCookies = (changed: Partial<CookieValues>): Checked<CookieValues, ClientCookiesPatch> =>
  checkTexts(changed, patchClientCookiesCall.body)

/** Texts by the rules that the server checks by; one that is empty is none. */
function checkTexts<Texts extends { readonly translations: Translations }, Patch>(
  { translations, ...changed }: Partial<Texts>,
  schema: z.ZodType<Patch>,
): Checked<Texts, Patch> {
  const own = Object.entries(changed as Record<string, string>).map(([name, text]) => [name, given(text)])
  const parsed = schema.safeParse({
    ...Object.fromEntries(own),
    ...(translations && { translations: sentTexts(translations) }),
  })
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, error: problemsOf(parsed.error, schema, textPath) as Problems<Texts> }
}
