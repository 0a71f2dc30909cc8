import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { grantSsoDomainCall, proveSsoDomainCall, type SsoAnswer } from '#sync/calls/sso.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { CopyValue } from '#web/staff/ui/copy-value.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { useMayChange } from './change-permission.ts'

/** How each stored domain is shown to be the account's: the record to add, and the check that looks for it. */
export function DomainProofs({ sso, onProved }: { readonly sso: SsoAnswer; readonly onProved: () => void }) {
  const { t } = useTranslation('sso')
  if (sso.proofs.length === 0) return null
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t(($) => $.proof.text)}
      </Text>
      {sso.proofs.map((proof) => (
        <Domain key={proof.domain} organizationId={sso.organizationId} onProved={onProved} {...proof} />
      ))}
    </Stack>
  )
}

function Domain(
  props: SsoAnswer['proofs'][number] & { readonly organizationId: string; readonly onProved: () => void },
) {
  const { domain, proof, record, organizationId, onProved } = props
  const { t, i18n } = useTranslation('sso')
  const http = useHttp()
  const mayChange = useMayChange()
  const mayGrant = useCan('client.update')
  const sending = useSingleMutation({
    mutationFn: (call: typeof proveSsoDomainCall | typeof grantSsoDomainCall) =>
      http(call, { params: { id: organizationId }, body: { domain } }),
    onSuccess: onProved,
    onError: () => undefined,
  })
  const states = { dns: t(($) => $.proof.proved), platform: t(($) => $.proof.granted) }
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text fw={600} translate="no">
          {domain}
        </Text>
        <Badge color={proof === null ? 'orange' : 'green'} variant="light">
          {proof === null ? t(($) => $.proof.open) : states[proof]}
        </Badge>
      </Group>
      {proof === null ? (
        <>
          <FactBlock
            title={`TXT ${domain}`}
            facts={[
              { label: t(($) => $.proof.name), value: <CopyValue value={record.name} /> },
              { label: t(($) => $.proof.value), value: <CopyValue value={record.value} /> },
            ]}
          />
          {sending.error !== null && (
            <Alert color="red" role="alert">
              {callErrorText(i18n, sending.error) ?? t(($) => $.proof.failed)}
            </Alert>
          )}
          <Group gap="sm">
            {mayChange ? (
              <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate(proveSsoDomainCall)}>
                {t(($) => $.proof.check)}
              </Button>
            ) : null}
            {mayGrant ? (
              <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate(grantSsoDomainCall)}>
                {t(($) => $.proof.grant)}
              </Button>
            ) : null}
          </Group>
        </>
      ) : null}
    </Stack>
  )
}
