import { ActionIcon, Button, Fieldset, Select, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { modules, moduleUserTypes, type Module } from '#domain/organization/module.ts'
import { isMine, isStaffType, workplaceOf, type StaffType } from '#domain/organization/user-rules.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import type { Workplace } from './user-calls.ts'
import { emptyPost, type PostDraft } from './user-draft.ts'
import classes from './user.module.css'

/** What the rows of modules are drawn from. */
export interface ModuleRowsProps {
  readonly posts: readonly PostDraft[]
  /** Rows that the form began with: the roles there stay among the choices. */
  readonly began: readonly PostDraft[]
  readonly workplaces: readonly Workplace[]
  readonly assignable: readonly StaffType[]
  readonly isReadOnly: boolean
  readonly fault: (path: string) => string | null
  readonly onChange: (posts: readonly PostDraft[]) => void
}

/** The modules of a user, a row each: as what, and below which entity (ORG-37). */
export function ModuleRows(props: ModuleRowsProps) {
  const { t } = useTranslation('user')
  const { posts, isReadOnly, onChange } = props
  const free = freeModules(props)
  const none = props.fault('modules')
  return (
    <Fieldset legend={t(($) => $.form.modules)} className={classes.modules ?? ''}>
      {posts.map((post, at) => (
        <ModuleRow key={post.key} {...props} post={post} at={at} />
      ))}
      {none !== null && (
        <Text c="red.9" size="sm" role="alert">
          {none}
        </Text>
      )}
      {!isReadOnly && free.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onChange([...posts, emptyPost(Math.max(0, ...posts.map(({ key }) => key)) + 1)])}
        >
          {t(($) => $.form.addModule)}
        </Button>
      )}
    </Fieldset>
  )
}

function freeModules({ posts, ...props }: ModuleRowsProps): readonly Module[] {
  const used = posts.map(({ module }) => module)
  return modules.filter((module) => !used.includes(module) && rolesIn(props, module).length > 0)
}

function rolesIn({ assignable }: Pick<ModuleRowsProps, 'assignable'>, module: Module): readonly StaffType[] {
  const admitted = moduleUserTypes[module].filter(isStaffType)
  return admitted.filter((type) => assignable.includes(type))
}

function ModuleRow(props: ModuleRowsProps & { readonly post: PostDraft; readonly at: number }) {
  const { t } = useTranslation(['user', 'organization', 'shell'])
  const { posts, post, at, began, assignable, fault, onChange } = props
  const held = began.find(({ module }) => module !== null && module === post.module)
  const isFixed = props.isReadOnly || (held?.type != null && !isMine({ type: held.type, isInBranch: true }, assignable))
  const set = (change: Partial<PostDraft>): void =>
    onChange(posts.map((one) => (one === post ? { ...one, ...change } : one)))
  const offered = modules.filter((module) => module === post.module || freeModules(props).includes(module))
  const roles = post.module === null ? [] : rolesIn(props, post.module)
  const types = held?.type != null && !roles.includes(held.type) ? [...roles, held.type] : roles
  const fits = ({ id, type, status }: Workplace) =>
    post.type !== null && type === workplaceOf[post.type] && (status === 'active' || id === held?.organizationId)
  const entities = props.workplaces.filter(fits).map(({ id, commonName }) => ({ value: id, label: commonName }))
  const chooseType = (type: StaffType | null, module = post.module): void => {
    const fit = props.workplaces.filter(
      (one) => type !== null && one.type === workplaceOf[type] && one.status === 'active',
    )
    const stays = fit.find(({ id }) => id === post.organizationId) ?? (fit.length === 1 ? fit[0] : undefined)
    set({ module, type, organizationId: stays?.id ?? null })
  }
  const chooseModule = (module: Module): void => {
    const fit = rolesIn(props, module)
    chooseType(fit.find((type) => type === post.type) ?? (fit.length === 1 ? (fit[0] ?? null) : null), module)
  }
  const nameOf = (module: Module) => t(($) => $.modules[module], { ns: 'shell' })
  return (
    <div className={classes.row} role="group" aria-label={post.module === null ? undefined : nameOf(post.module)}>
      <Select
        label={t(($) => $.form.module)}
        withAsterisk
        allowDeselect={false}
        disabled={isFixed}
        data={offered.map((value) => ({ value, label: nameOf(value) }))}
        value={post.module}
        error={fault(`${at}.module`)}
        onChange={(value) => {
          const module = modules.find((one) => one === value)
          if (module !== undefined) chooseModule(module)
        }}
      />
      <Select
        label={t(($) => $.form.role)}
        withAsterisk
        allowDeselect={false}
        disabled={isFixed || post.module === null}
        data={types.map((value) => ({ value, label: t(($) => $.userTypes[value], { ns: 'organization' }) }))}
        value={post.type}
        error={fault(`${at}.type`)}
        onChange={(value) => chooseType(types.find((one) => one === value) ?? null)}
      />
      <TruncatedSelect
        label={t(($) => $.form.entity)}
        withAsterisk
        allowDeselect={false}
        searchable
        disabled={isFixed || post.type === null}
        data={entities}
        nothingFoundMessage={t(($) => $.form.noEntity)}
        value={post.organizationId}
        error={fault(`${at}.organizationId`)}
        onChange={(organizationId) => set({ organizationId })}
      />
      {!isFixed && (
        <ActionIcon
          className={classes.remove ?? ''}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={
            post.module === null
              ? t(($) => $.form.removeRow)
              : t(($) => $.form.removeModule, { module: nameOf(post.module) })
          }
          onClick={() => onChange(posts.filter((one) => one !== post))}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
