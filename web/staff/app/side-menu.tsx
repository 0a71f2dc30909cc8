import { Badge, NavLink } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReleaseCount } from '../features/payment/payment-release-hint.tsx'
import { currentLink, linksOf, type MenuEntry, type MenuGroup, type MenuLink } from './menu.ts'
import { menuIcons } from './menu-icons.ts'
import { useVisibleMenu } from './use-visible-menu.ts'
import classes from './side-menu.module.css'

/** A menu of at most this many links stands open; a longer one opens where the user is. */
const openAllLimit = 16

/** The way to every page that the user may open. */
export function SideMenu({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { t } = useTranslation('shell')
  const entries = useVisibleMenu()
  const openAll = linksOf(entries).length <= openAllLimit
  const path = useLocation({ select: (location) => location.pathname })
  const current = currentLink(entries, path)
  return (
    <nav className={classes.menu} aria-label={t(($) => $.menu.label)}>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.name} {...{ entry, openAll, current }} {...(onNavigate ? { onNavigate } : {})} />
        ))}
      </ul>
    </nav>
  )
}

interface EntryProps<E> {
  readonly entry: E
  readonly openAll: boolean
  /** The link of the page that is shown. */
  readonly current: MenuLink | null
  readonly onNavigate?: () => void
}

function Entry({ entry, ...rest }: EntryProps<MenuEntry>) {
  return 'entries' in entry ? <Group entry={entry} {...rest} /> : <Leaf entry={entry} {...rest} />
}

function Group({ entry, openAll, current, onNavigate }: EntryProps<MenuGroup>) {
  const { t } = useTranslation('shell')
  const Icon = menuIcons[entry.name]
  const id = useId()
  const [opened, setOpened] = useState(openAll || linksOf(entry.entries).some((link) => link === current))
  return (
    <li>
      <NavLink
        component="button"
        type="button"
        className={classes.link ?? ''}
        label={t(($) => $.menu[entry.name])}
        leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
        opened={opened}
        onChange={setOpened}
        aria-expanded={opened}
        aria-controls={id}
        childrenOffset={0}
      >
        <ul className={classes.sublist} id={id}>
          {entry.entries.map((child) => (
            <Entry key={child.name} entry={child} {...{ openAll, current }} {...(onNavigate ? { onNavigate } : {})} />
          ))}
        </ul>
      </NavLink>
    </li>
  )
}

function Leaf({ entry, current, onNavigate }: EntryProps<MenuLink>) {
  const { t } = useTranslation('shell')
  const here = entry === current
  const Icon = menuIcons[entry.name]
  return (
    <li>
      <NavLink
        component={Link}
        to={entry.path}
        // Which entry a page belongs to is the menu's to say: one address may be the beginning of another entry's.
        activeOptions={{ exact: true }}
        className={classes.link ?? ''}
        active={here}
        aria-current={here ? 'page' : undefined}
        label={
          <span className={classes.words}>
            {t(($) => $.menu[entry.name])}
            {entry.premium ? (
              <Badge variant="light" color="yellow" size="sm" tt="none">
                {t(($) => $.menu.premium)}
              </Badge>
            ) : null}
            {entry.name === 'paymentReleases' && <ReleaseCount />}
          </span>
        }
        leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
        {...(onNavigate ? { onClick: onNavigate } : {})}
      />
    </li>
  )
}
