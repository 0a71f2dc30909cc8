import { Alert, Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { configurationEndpointSchema } from '#domain/sso/sso-configuration.schema.ts'
import { checkSsoCall, type SsoCheckAnswer } from '#sync/calls/sso.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useMayChange } from './change-permission.ts'
import styles from './settings.module.css'

/** Tries the address of a configuration document as it is typed, saved or not, and says what is there. */
export function TryEndpoint(props: { readonly organizationId: string; readonly endpoint: string }) {
  const { t, i18n } = useTranslation('sso')
  const http = useHttp()
  const mayChange = useMayChange()
  const trying = useSingleMutation({
    mutationFn: (configurationEndpoint: string) =>
      http(checkSsoCall, { params: { id: props.organizationId }, body: { configurationEndpoint } }),
    onError: () => undefined,
  })
  if (!mayChange) return null
  // What was found at another address says nothing of this one.
  const isOfThis = trying.variables === props.endpoint
  return (
    <div className={styles.try}>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={20} aria-hidden />}
        loading={trying.isPending}
        disabled={!configurationEndpointSchema.safeParse(props.endpoint).success}
        onClick={() => trying.mutate(props.endpoint)}
      >
        {t(($) => $.try.submit)}
      </Button>
      {isOfThis && trying.data !== undefined && <Found found={trying.data} />}
      {isOfThis && trying.error !== null && (
        <Alert color="red" role="alert">
          {callErrorText(i18n, trying.error) ?? t(($) => $.try.failed)}
        </Alert>
      )}
    </div>
  )
}

function Found({ found }: { readonly found: SsoCheckAnswer }) {
  const { t } = useTranslation('sso')
  const { fault } = found
  if (fault !== null)
    return (
      <Alert color="red" role="alert">
        {t(($) => $.try.fault[fault])}
      </Alert>
    )
  const said = [
    [t(($) => $.try.issuer), found.issuer],
    [t(($) => $.try.scopes), found.scopes?.join(' ') ?? null],
    [t(($) => $.try.claims), found.claims?.join(' ') ?? null],
  ] as const
  return (
    <Alert color="green" role="status" title={t(($) => $.try.found)}>
      <dl className={styles.said}>
        {said.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd translate="no">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {t(($) => (found.canSignOut ? $.try.signsOut : $.try.noSignOut))}
    </Alert>
  )
}
