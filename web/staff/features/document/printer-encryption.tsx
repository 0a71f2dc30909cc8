import { Button, Stack, Switch, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PrinterAnswer } from '#sync/calls/document.ts'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import classes from './document.module.css'

/**
 * Whether a printer is spoken to by TLS and which certificate is believed, beside how the last test label went: the
 * certificate that the printer showed then is accepted at a press, once it has been compared with the printer's own sheet.
 */
export function PrinterEncryption(props: {
  readonly tested: PrinterAnswer['tested']
  readonly isOn: boolean
  readonly encrypted: object
  readonly fingerprint: TextInputProps
  /** Changes with a value that is set rather than typed, so that the field shows it. */
  readonly fingerprintKey: string
  readonly onBelieve: (certificate: string) => void
}) {
  const { tested, isOn, encrypted, fingerprint, fingerprintKey, onBelieve } = props
  const { t } = useTranslation('document')
  const { t: fault } = useTranslation('errors')
  const certificate = tested?.certificate ?? ''
  return (
    <Stack gap="xs">
      <Switch label={t(($) => $.printers.encrypted)} description={t(($) => $.printers.encryptedHint)} {...encrypted} />
      {isOn && (
        <TextInput
          key={fingerprintKey}
          label={t(($) => $.printers.fingerprint)}
          description={t(($) => $.printers.fingerprintHint)}
          {...fingerprint}
          autoComplete="off"
        />
      )}
      <Text size="sm" c="dimmed">
        {t(($) => $.printers.lastTest)}
        {': '}
        {tested === null ? (
          t(($) => $.printers.neverTested)
        ) : (
          <>
            <DateTime value={tested.at} />{' '}
            {tested.fault === null ? t(($) => $.printers.testTaken) : fault(($) => $[tested.fault ?? 'PRINTER_CUT'])}
          </>
        )}
      </Text>
      {isOn && certificate !== '' && (
        <>
          <Text size="sm" className={classes.certificate ?? ''}>
            {t(($) => $.printers.certificate)} <code translate="no">{spaced(certificate)}</code>
          </Text>
          <Button variant="default" size="xs" onClick={() => onBelieve(certificate)}>
            {t(($) => $.printers.believe)}
          </Button>
        </>
      )}
    </Stack>
  )
}

/** In groups of four, as people compare it. */
function spaced(certificate: string): string {
  return certificate.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
