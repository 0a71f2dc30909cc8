import { Button, Tabs, Text } from '@mantine/core'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewClient } from '#domain/settings/client.schema.ts'
import { defaultLanguage, languages } from '#domain/kernel/languages.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useFormat, useSignedInUser } from '#web/lib/platform.tsx'
import { likelyCountry } from '#web/lib/session.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { keptDraft, useKeptDraft } from '#web/staff/ui/form/kept-draft.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { TabRow } from '#web/staff/ui/tab-row.tsx'
import { HolderTab, ModulesTab } from './choice-tabs.tsx'
import {
  clientTabs,
  draftOf,
  faultyTabs,
  keptClientSchema,
  readDraft,
  type ClientFaults,
  type ClientField,
  type FirstUserField,
  type LikelyPlace,
} from './client-draft.ts'
import { GeneralTab } from './client-general-tab.tsx'
import { useSaveClient } from './use-save-client.ts'
import classes from './client.module.css'

/** The form of a client over its four tabs; what is typed on one stays while another is looked at (ORG-03, ORG-07). */
export function ClientForm({
  client,
  onReload,
}: {
  readonly client: ClientAnswer | null
  readonly onReload: () => void
}) {
  const { t, i18n } = useTranslation(['client', 'common'])
  const navigate = useNavigate()
  const user = useSignedInUser()
  const kept = useMemo(() => keptDraft(`client-of:${user.id}`, keptClientSchema), [user.id])
  const [began] = useState(() => draftOf(client, likelyPlace(user, i18n.language)))
  const [draft, setDraft] = useState(() => (client === null ? kept.read() : null) ?? began)
  useKeptDraft(kept, client === null && draft !== began ? draft : null)
  const [faults, setFaults] = useState<ClientFaults>({})
  const [tab, setTab] = useState<string>(clientTabs[0])
  const [modal, setModal] = useState<ModalData | null>(null)
  const show = (found: ClientFaults): void => {
    setFaults(found)
    const wrong = faultyTabs(found)
    if (wrong[0] !== undefined && !wrong.some((one) => one === tab)) setTab(wrong[0])
  }
  const saving = useSaveClient(client, show)

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const read = readDraft(draft)
    show(read.client === null ? read.faults : {})
    if (read.client !== null) return send(read.client)
    focusFirstFault(event.currentTarget)
  }
  const send = (next: NewClient): void => {
    if (client?.status !== 'active' || next.status === 'active') return saving.mutate(next)
    setModal({
      title: t(($) => $.form.rest.title, { name: client.name }),
      content: t(($) => $.form.rest.text),
      confirmLabel: t(($) => $.form.rest.confirm),
      destructive: true,
      confirm: () => saving.mutate(next),
    })
  }
  const fields = {
    draft,
    set: (part: Partial<typeof draft>): void => {
      setDraft((before) => ({ ...before, ...part }))
      setFaults((before) => withoutFields(before, Object.keys(part)))
    },
    problem: (field: ClientField | FirstUserField): string | null => {
      const code = faults[field]
      return code === undefined ? null : (codeText(i18n, code, { ...defaultText }) ?? codeText(i18n, 'REQUEST_INVALID'))
    },
  }
  const wrong = faultyTabs(faults)
  return (
    <>
      <OfficeForm
        maw={880}
        saving={saving}
        isUnsaved={draft !== began}
        onSubmit={submit}
        trouble={
          <SaveError
            error={saving.error}
            title={t(($) => (client === null ? $.form.createFailed : $.form.updateFailed))}
            onReload={onReload}
          />
        }
        buttons={
          <>
            <Button type="submit" loading={saving.isPending}>
              {client === null ? t(($) => $.form.submit) : t(($) => $.form.save)}
            </Button>
            <Button variant="default" onClick={() => void navigate({ to: '/clients' })}>
              {t(($) => $.action.cancel, { ns: 'common' })}
            </Button>
            {client !== null && <CreatedAt client={client} />}
          </>
        }
      >
        <Tabs value={tab} onChange={(next) => setTab(next ?? tab)}>
          <TabRow chosen={tab} mb="lg">
            {clientTabs.map((one) => (
              <Tabs.Tab
                key={one}
                value={one}
                rightSection={
                  wrong.includes(one) && (
                    <IconAlertCircle size={18} className={classes.fault ?? ''} aria-label={t(($) => $.tab.faulty)} />
                  )
                }
              >
                {t(($) => $.tab[one])}
              </Tabs.Tab>
            ))}
          </TabRow>
          <Tabs.Panel value="general">
            <GeneralTab {...fields} isNew={client === null} />
          </Tabs.Panel>
          <Tabs.Panel value="modules">
            <ModulesTab {...fields} />
          </Tabs.Panel>
          <Tabs.Panel value="issuer">
            <HolderTab
              {...fields}
              field="paymentIssuer"
              label={t(($) => $.tab.issuer)}
              text={t(($) => $.form.issuerText)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="transport">
            <HolderTab
              {...fields}
              field="transportContractHolder"
              label={t(($) => $.tab.transport)}
              text={t(($) => $.form.transportText)}
            />
          </Tabs.Panel>
        </Tabs>
      </OfficeForm>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </>
  )
}

function CreatedAt({ client }: { readonly client: ClientAnswer }) {
  const { t } = useTranslation('client')
  const date = useFormat().date(new Date(client.createdAt))
  return (
    <Text size="sm" c="dimmed">
      {t(($) => $.form.createdAt, { date })}
    </Text>
  )
}

function likelyPlace(user: StoredUser, spoken: string): LikelyPlace {
  const language = languages.find((one) => one === spoken) ?? defaultLanguage
  return { country: likelyCountry(user, language), language }
}

function withoutFields(faults: ClientFaults, fields: readonly string[]): ClientFaults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.includes(field.split('.')[0] ?? '')))
}
