import { SimpleGrid, Text } from '@mantine/core'
import { IconChevronRight, IconFile, IconHome, type TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/faces.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import classes from './dashboard-screen.module.css'
import type { ShortcutName } from './shortcut-name.ts'

/** A page that the dashboard leads to. */
export interface Shortcut {
  readonly name: ShortcutName
  readonly path: string
  readonly icon: TablerIcon | null
}

/** The dashboard: who is here, and where to go. */
export function DashboardScreen({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  const { t } = useTranslation(['home', 'shell'])
  const user = useSignedInUser()
  return (
    <Page title={t(($) => $.dashboard.title)} icon={IconHome} crumbs={[]}>
      <Text size="lg" mb="lg">
        {t(($) => $.dashboard.welcome, { name: user.firstname })}
      </Text>
      {shortcuts.length === 0 ? (
        <EmptyState title={t(($) => $.dashboard.empty)} text={t(($) => $.dashboard.emptyText)} />
      ) : (
        <nav aria-label={t(($) => $.dashboard.shortcuts)}>
          <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} className={classes.grid ?? ''}>
            {shortcuts.map(({ name, path, icon }) => (
              <li key={path}>
                <ShortcutLink name={name} path={path} icon={icon} />
              </li>
            ))}
          </SimpleGrid>
        </nav>
      )}
    </Page>
  )
}

function ShortcutLink({ name, path, icon }: Shortcut) {
  const { t } = useTranslation('shell')
  const Icon = icon ?? IconFile
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
