import { missing } from '@steading/locales/format'
import type { ReactNode } from 'react'
import './page.css'

export interface Field {
  readonly label: string
  readonly value: ReactNode
}

/** What is known of a thing: label above value, four in a line; on a phone two, on the narrowest label beside value. */
export const Fields = ({ items }: { items: readonly Field[] }) => (
  <dl className="fields">
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === null || value === undefined || value === '' ? missing : value}</dd>
      </div>
    ))}
  </dl>
)
