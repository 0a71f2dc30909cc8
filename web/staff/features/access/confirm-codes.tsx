import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmCodesCall } from '#sync/calls/one-time-code.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { CopyValue } from '#web/staff/ui/copy-value.tsx'
import { qrPicture } from '#web/staff/ui/print/barcode-picture.ts'
import { CodeField } from './code-field.tsx'
import { Problem } from './auth-form.tsx'

/** The secret for the user's app, which counts once a first code of it has come. */
export function ConfirmCodes(props: {
  readonly secret: string
  readonly uri: string
  readonly onDone: (codes: readonly string[]) => unknown
}) {
  const { t, i18n } = useTranslation('access')
  const http = useHttp()
  const [code, setCode] = useState('')
  const confirming = useSingleMutation({
    mutationFn: () => http(confirmCodesCall, { body: { code } }),
    onSuccess: (answer) => props.onDone(answer.recoveryCodes),
    onError: () => undefined,
    gcTime: 0,
  })
  const { width, height, shapes } = qrPicture(props.uri)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirming.mutate()
      }}
      noValidate
    >
      <Stack gap="md">
        <Text>{t(($) => $.codes.scan)}</Text>
        <svg
          viewBox={`-4 -4 ${width + 8} ${height + 8}`}
          width={220}
          height={220}
          role="img"
          aria-label={t(($) => $.codes.picture)}
        >
          <rect x={-4} y={-4} width={width + 8} height={height + 8} fill="#fff" />
          {shapes.map(({ d, strokeWidth }) => (
            <path key={d} d={d} {...(strokeWidth === null ? { fill: '#000' } : { stroke: '#000', strokeWidth })} />
          ))}
        </svg>
        <Group gap="sm">
          <Text size="sm">{t(($) => $.codes.key)}</Text>
          <CopyValue value={props.secret} />
        </Group>
        <Problem text={confirming.error && (callErrorText(i18n, confirming.error) ?? t(($) => $.codes.failed))} />
        <CodeField value={code} onChange={(event) => setCode(event.currentTarget.value)} withAsterisk />
        <Button
          type="submit"
          loading={confirming.isPending}
          disabled={code.trim() === ''}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(($) => $.codes.confirm)}
        </Button>
      </Stack>
    </form>
  )
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const { t } = useTranslation('access')
  return (
    <Alert color="blue" title={t(($) => $.codes.recovery)} role="status">
      <Stack gap="sm">
        <Text size="sm">{t(($) => $.codes.recoveryText)}</Text>
        <List listStyleType="none" translate="no" ff="monospace">
          {codes.map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
        <Button variant="default" onClick={onKept} style={{ alignSelf: 'flex-start' }}>
          {t(($) => $.codes.kept)}
        </Button>
      </Stack>
    </Alert>
  )
}
