import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hasFeature, premiumFeatures } from '#domain/organization/premium-feature.ts'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { Section } from './settings-form.tsx'
import styles from './settings.module.css'

/** What is paid for, as it stands, and how to ask for it: the platform alone sets it. */
export function PremiumOptions() {
  const { t } = useTranslation(['settings', 'connector'])
  const { enabledPremiumFeatures, viewedAccountId } = useSignedInUser()
  const maySet = useCan('connector.manage')
  return (
    <Section id="settings-premium" title={t(($) => $.premium.title)}>
      <Text size="sm" c="dimmed">
        {t(($) => (maySet ? $.premium.platform : $.premium.hint))}{' '}
        {maySet && (
          <AnchorLink
            underline="always"
            to="/connectors/$organizationId/connectors"
            params={{ organizationId: viewedAccountId }}
            inherit
          >
            {t(($) => $.premium.open)}
          </AnchorLink>
        )}
      </Text>
      <ul className={styles.options}>
        {premiumFeatures.map((feature) => {
          const isOn = hasFeature(enabledPremiumFeatures, feature)
          return (
            <li key={feature}>
              <span>{t(($) => $.connector[feature].name, { ns: 'connector' })}</span>
              <StatusBadge
                tone={isOn ? 'success' : 'neutral'}
                label={t(($) => (isOn ? $.premium.active : $.premium.inactive))}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
