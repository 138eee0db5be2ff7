import type { ReactNode } from 'react'

/** What scrolls within a widget, by the keyboard too. No landmark: many widgets may be called alike. */
export const ScrollArea = ({ name, className, children }: { name: string; className: string; children: ReactNode }) => (
  // No element is a group that is no set of fields.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex
  <div role="group" tabIndex={0} aria-label={name} className={className}>
    {children}
  </div>
)
