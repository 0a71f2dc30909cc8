import { Alert, Button, TagsInput, Text } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ssoLimits } from '#domain/sso/sso-configuration.schema.ts'
import { putSsoCall, readSsoCall, type SsoAnswer } from '#sync/calls/sso.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { CopyValue } from '#web/staff/ui/copy-value.tsx'
import { EmptyState, ForbiddenState } from '#web/staff/ui/states.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useMayChange } from './change-permission.ts'
import { fieldsOf, LineField, SwitchField, useProblemText, type Field } from './settings-fields.tsx'
import { settingsKey } from './settings-calls.ts'
import { Section, SettingsForm } from './settings-form.tsx'
import { RolesField } from './sso-roles.tsx'
import { DomainProofs } from './sso-domains.tsx'
import { TryEndpoint } from './sso-try.tsx'
import { checkSso, ssoValues, type SsoValues } from './sso-values.ts'
import { usePart, type Part } from './use-part.ts'
import styles from './settings.module.css'

/** `/connectors/{organizationId}/SSO` (CONN-15, CONN-16): how the people of the account sign in with their organisation. */
export function SsoPage({ organizationId }: { readonly organizationId: string }) {
  const { t } = useTranslation('sso')
  const http = useHttp()
  const { viewedAccountId } = useSignedInUser()
  const params = { id: organizationId }
  const part = usePart({
    key: [...settingsKey(viewedAccountId), 'sso', organizationId],
    read: (signal) => http(readSsoCall, { params, signal }),
    valuesOf: ssoValues,
    check: checkSso,
    send: (body, { version }) => http(putSsoCall, { params, body, ifMatch: version }),
    gcTime: 0,
  })
  return (
    <Page title={t(($) => $.title)} icon={IconLogin2}>
      {part.values === null || part.began === null ? (
        <NotRead part={part} />
      ) : (
        <SettingsForm
          permission="sso.update"
          parts={[part]}
          troubles={<SaveError error={part.saveError} onReload={part.reload} />}
        >
          <Fields sso={part.began} values={part.values} part={part} />
        </SettingsForm>
      )}
    </Page>
  )
}

function NotRead({ part }: { readonly part: Pick<Part<unknown>, 'readError' | 'retry'> }) {
  const { t } = useTranslation('sso')
  const code = part.readError instanceof CallError ? part.readError.code : null
  if (code === 'ACCESS_PERMISSION_MISSING') return <ForbiddenState />
  if (code === 'REQUEST_NOT_FOUND' || code === 'REQUEST_INVALID')
    return <EmptyState icon={IconLogin2} title={t(($) => $.unknown.title)} text={t(($) => $.unknown.text)} />
  return <QueryPlaceholder error={part.readError} onRetry={part.retry} />
}

function Fields(props: {
  readonly sso: SsoAnswer
  readonly values: SsoValues
  readonly part: Pick<Part<SsoValues>, 'problems' | 'set' | 'retry'>
}) {
  const { t } = useTranslation('sso')
  const { sso, values, part } = props
  const field = fieldsOf(values, part.problems, part.set)
  return (
    <>
      <Text c="dimmed">{t(($) => $.intro)}</Text>
      <FactBlock
        title={t(($) => $.addresses.title)}
        facts={[
          { label: t(($) => $.addresses.callback), value: <CopyValue value={sso.redirectUri} /> },
          { label: t(($) => $.addresses.afterSignOut), value: <CopyValue value={sso.afterSignOutUri} /> },
        ]}
      >
        <Text size="sm" c="dimmed" mt="sm">
          {t(($) => $.addresses.text)}
        </Text>
      </FactBlock>
      <Section id="sso-state" title={t(($) => $.state.title)}>
        <SwitchField
          label={t(($) => $.state.active)}
          description={t(($) => $.state.activeHint)}
          field={field('isActive')}
        />
        {!values.isActive && (values.domains.length > 0 || values.configurationEndpoint !== '') ? (
          <SwitchedOff onSwitch={() => part.set({ isActive: true })} />
        ) : null}
        <DomainsField field={field('domains')} />
      </Section>
      {sso.proofs.length > 0 ? (
        <Section id="sso-proof" title={t(($) => $.proof.title)}>
          <DomainProofs sso={sso} onProved={part.retry} />
        </Section>
      ) : null}
      <Section id="sso-provider" title={t(($) => $.provider.title)}>
        <LineField
          label={t(($) => $.provider.endpoint)}
          description={t(($) => $.provider.endpointHint)}
          type="url"
          field={field('configurationEndpoint')}
        />
        <TryEndpoint organizationId={sso.organizationId} endpoint={values.configurationEndpoint} />
        <LineField label={t(($) => $.provider.clientId)} field={field('clientId')} />
        <LineField
          label={t(($) => $.provider.secret)}
          description={t(($) => (sso.hasClientSecret ? $.provider.secretStored : $.provider.secretHint))}
          type="password"
          // Browsers fill a password of their own into one that is only said to be off.
          autoComplete="new-password"
          field={field('clientSecret')}
        />
        <LineField
          label={t(($) => $.provider.scope)}
          description={t(($) => $.provider.scopeHint)}
          field={field('scope')}
        />
      </Section>
      <Section id="sso-claims" title={t(($) => $.claims.title)}>
        <Text size="sm" c="dimmed">
          {t(($) => $.claims.text)}
        </Text>
        <div className={styles.pair}>
          <LineField label={t(($) => $.claims.email)} field={field('emailClaim')} />
          <LineField label={t(($) => $.claims.firstName)} field={field('firstNameClaim')} />
          <LineField label={t(($) => $.claims.lastName)} field={field('lastNameClaim')} />
        </div>
        <SwitchField
          label={t(($) => $.claims.trust)}
          description={t(($) => $.claims.trustHint)}
          field={field('trustsUnverified')}
        />
      </Section>
      <Section id="sso-roles" title={t(($) => $.roles.title)}>
        <Text size="sm" c="dimmed">
          {t(($) => $.roles.text)}
        </Text>
        <LineField label={t(($) => $.roles.claim)} isShort field={field('roleClaim')} />
        <RolesField field={field('roles')} />
      </Section>
    </>
  )
}

/** Says of a page that is filled in that nobody signs in by it yet. */
function SwitchedOff({ onSwitch }: { readonly onSwitch: () => void }) {
  const { t } = useTranslation('sso')
  const mayChange = useMayChange()
  return (
    <Alert color="orange" role="status">
      <Text size="sm" mb={mayChange ? 'sm' : 0}>
        {t(($) => $.state.off)}
      </Text>
      {mayChange ? (
        <Button variant="default" onClick={onSwitch}>
          {t(($) => $.state.switchOn)}
        </Button>
      ) : null}
    </Alert>
  )
}

function DomainsField({ field }: { readonly field: Field<readonly string[]> }) {
  const { t } = useTranslation('sso')
  const mayChange = useMayChange()
  const problem = useProblemText(field.problem)
  return (
    <TagsInput
      size="md"
      label={t(($) => $.state.domains)}
      description={t(($) => $.state.domainsHint)}
      value={[...field.value]}
      readOnly={!mayChange}
      error={problem}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      maxTags={ssoLimits.domains}
      onChange={(domains) => field.onChange(domains.map(withoutSign).filter((domain) => domain !== ''))}
    />
  )
}

/** People write `@example.com` for the domain of their addresses. */
function withoutSign(domain: string): string {
  return domain.trim().toLowerCase().replace(/^@/, '')
}
