import { Loader } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './floor.module.css'

/** A button of the floor: at least 60 px, one primary a screen. */
export function FloorAction({
  ref,
  ...props
}: {
  readonly children: ReactNode
  readonly onClick?: () => void
  readonly tone?: 'primary' | 'quiet' | 'danger'
  readonly icon?: TablerIcon
  readonly disabled?: boolean
  readonly busy?: boolean
  readonly pressed?: boolean | undefined
  readonly type?: 'button' | 'submit'
  readonly form?: string
  readonly ref?: Ref<HTMLButtonElement>
}) {
  const Icon = props.icon
  return (
    <button
      ref={ref}
      type={props.type ?? 'button'}
      form={props.form}
      className={classes.action}
      data-tone={props.tone ?? 'primary'}
      disabled={props.disabled}
      aria-busy={props.busy || undefined}
      aria-pressed={props.pressed}
      onClick={props.busy ? undefined : props.onClick}
    >
      {props.busy ? (
        <Loader size={24} color="currentColor" />
      ) : Icon ? (
        <Icon size={28} stroke={1.75} aria-hidden />
      ) : null}
      <span>{props.children}</span>
    </button>
  )
}

/** A raised area with one thing on it. */
export function FloorPanel({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={label}>
      {label ? <h2 className={classes.panelLabel}>{label}</h2> : null}
      {children}
    </section>
  )
}

/** A figure to be read from a metre away. */
export function BigNumber({ value, label }: { readonly value: string | number; readonly label: string }) {
  return (
    <p className={classes.big}>
      <span className={classes.bigValue}>{value}</span> <span className={classes.bigLabel}>{label}</span>
    </p>
  )
}
