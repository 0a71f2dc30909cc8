import type { ComponentProps } from 'react'
import classes from './kit.module.css'

type Kind = 'primary' | 'quiet' | 'plain' | 'iconButton'

/** A button; the primary one of a screen is filled with the account's colour. */
export function Button({
  kind = 'primary',
  wide,
  type = 'button',
  ...props
}: Omit<ComponentProps<'button'>, 'className'> & { readonly kind?: Kind; readonly wide?: boolean }) {
  return <button {...props} type={type} className={`${classes[kind]}${wide ? ` ${classes.wide}` : ''}`} />
}
