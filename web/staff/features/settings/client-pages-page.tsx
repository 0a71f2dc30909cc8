import { Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  clientPageTexts,
  patchClientPagesCall,
  readClientPagesCall,
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

type Values = { readonly [Name in (typeof clientPageTexts)[number]]: string }

/** `/client/{id}/editPages` (ORG-02): the texts of a client's public pages, as the platform edits them for it. */
export function ClientPagesPage({ accountId }: { readonly accountId: string }) {
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
          parts={[part]}
          troubles={<ChangeTrouble error={part.saveError} onReload={part.reload} />}
        >
          <Section id="client-pages" title={t(($) => $.tim.texts)}>
            <Text size="sm" c="dimmed">
              {t(($) => $.tim.textsHint)}
            </Text>
            {clientPageTexts.map((name) => (
              <LongTextField key={name} label={label[name]} field={fieldsOf(values, part.problems, part.set)(name)} />
            ))}
          </Section>
        </SettingsForm>
      )}
    </Page>
  )
}

function valuesOf(pages: ClientPages): Values {
  return Object.fromEntries(clientPageTexts.map((name) => [name, pages[name] ?? ''])) as unknown as Values
}

function check(changed: Partial<Values>): Checked<Values, ClientPagesPatch> {
  const { body: schema } = patchClientPagesCall
  const parsed = schema.safeParse(
    Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, given(text)])),
  )
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, error: problemsOf(parsed.error, schema, ([field]) => String(field)) }
}
