import { missing } from '@steading/locales/format'
import { type ReactNode, createContext, useContext } from 'react'
import './form.css'

export type FormMode = 'view' | 'edit' | 'create'
const Mode = createContext<FormMode>('edit')
export const useFormMode = () => useContext(Mode)

/** What stands within knows whether it is only looked at. */
export const InMode = ({ mode, children }: { mode: FormMode; children: ReactNode }) => <Mode value={mode}>{children}</Mode>

/** Entries of a form, two in a line. In view mode the same entries are what is known of the thing, four in a line. */
export const Entries = ({ mode, children }: { mode: FormMode; children: ReactNode }) => (
  <Mode value={mode}>{mode === 'view' ? <dl className="fields">{children}</dl> : <div className="entries">{children}</div>}</Mode>
)

/** An entry as it reads in view mode. */
export const Shown = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children === '' || children === null || children === undefined ? missing : children}</dd>
  </div>
)
