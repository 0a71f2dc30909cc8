import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useToggleConfiguration } from './use-configuration-actions.ts'
import classes from './connector.module.css'

/** A premium feature of the account, which is switched on and off (CONN-19). */
export function FeatureBlock({ configuration }: { readonly configuration: ConfigurationAnswer }) {
  const { t, i18n } = useTranslation('connector')
  const [isAsked, setAsked] = useState(false)
  const toggling = useToggleConfiguration()
  const { error } = toggling
  const problem = error === null ? null : (callErrorText(i18n, error) ?? t(($) => $.failed.text))
  const { id } = configuration.connector
  const isOn = configuration.status === 'active'
  const name = t(($) => $.connector[id].name)
  return (
    <div className={classes.block}>
      <FactBlock
        title={t(($) => $.feature.title)}
        status={<StatusBadge tone={isOn ? 'success' : 'neutral'} label={t(($) => $[configuration.status])} />}
        facts={[]}
      >
        <Text mb="md">{t(($) => $.connector[id].about)}</Text>
        <Button
          variant={isOn ? 'default' : 'filled'}
          onClick={() => {
            toggling.reset()
            setAsked(true)
          }}
        >
          {t(($) => (isOn ? $.feature.off : $.feature.on))}
        </Button>
      </FactBlock>
      {isAsked && (
        <ActionDialog
          title={t(($) => (isOn ? $.feature.offTitle : $.feature.onTitle), { name })}
          confirmLabel={t(($) => (isOn ? $.feature.off : $.feature.on))}
          isDestructive={isOn}
          isPending={toggling.isPending}
          problem={problem === null ? null : `${t(($) => $.failed.title)}. ${problem}`}
          onClose={() => setAsked(false)}
          onConfirm={() => toggling.mutate(configuration, { onSuccess: () => setAsked(false) })}
        >
          <Text>{t(($) => (isOn ? $.feature.offText : $.feature.onText))}</Text>
        </ActionDialog>
      )}
    </div>
  )
}
