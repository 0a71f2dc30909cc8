import { Anchor, Text } from '@mantine/core'
import { IconChevronRight, IconExternalLink, IconHome, type TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useSignedInUser } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import classes from './dashboard-screen.module.css'
import type { ShortcutName } from './shortcut-name.ts'
import { Statistics } from './statistics.tsx'

/** A page that the dashboard leads to. */
export interface Shortcut {
  readonly name: ShortcutName
  readonly path: string
  readonly icon: TablerIcon
}

/** The dashboard: who is here, where to go, how the week was, and where help is (BB-45 to BB-49). */
export function DashboardScreen(props: {
  readonly shortcuts: readonly Shortcut[]
  /** What has to be known before anything else. */
  readonly notice: ReactNode
  /** Whether the account buys: it then has figures, and a public site with help. */
  readonly isTrading: boolean
}) {
  const { shortcuts, notice, isTrading } = props
  const { t } = useTranslation(['home', 'shell', 'buyback'])
  const user = useSignedInUser()
  const maySeeFigures = useCan('dashboard.read') && isTrading
  return (
    <Page title={t(($) => $.dashboard.title)} icon={IconHome} crumbs={[]}>
      <Text size="lg" mb="lg">
        {t(($) => $.dashboard.welcome, { name: user.firstname })}
      </Text>
      {notice}
      {shortcuts.length === 0 ? (
        <EmptyState title={t(($) => $.dashboard.empty)} text={t(($) => $.dashboard.emptyText)} />
      ) : (
        <nav aria-label={t(($) => $.dashboard.shortcuts)}>
          <ul className={classes.grid}>
            {shortcuts.map(({ name, path, icon }) => (
              <li key={path}>
                <ShortcutLink name={name} path={path} icon={icon} />
              </li>
            ))}
          </ul>
        </nav>
      )}
      {maySeeFigures && <Statistics />}
      {isTrading && (
        <Text mt="xl">
          <Anchor href="/faq-and-contact" target="_blank" rel="noreferrer" underline="always">
            {t(($) => $.statistics.help, { ns: 'buyback' })} <IconExternalLink size={16} aria-hidden />
          </Anchor>
        </Text>
      )}
    </Page>
  )
}

function ShortcutLink({ name, path, icon: Icon }: Shortcut) {
  const { t } = useTranslation('shell')
  return (
    <Link to={path} className={classes.shortcut}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <span className={classes.label}>{t(($) => $.menu[name])}</span>
      <IconChevronRight size={20} aria-hidden />
    </Link>
  )
}
