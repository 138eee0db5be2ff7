import { missing } from '@steading/locales/format'
import { type ReactNode, createContext, useContext } from 'react'
import '../form.css'

export type FormMode = 'view' | 'edit' | 'create'
const Mode = createContext<FormMode>('edit')
export const useFormMode = () => useContext(Mode)

/** Provides the form mode to the fields inside. */
export const FormModeProvider = ({ mode, children }: { mode: FormMode; children: ReactNode }) => (
  <Mode value={mode}>{children}</Mode>
)

/** Form fields in two columns; in view mode a description list in four columns. */
export const Entries = ({ mode, children }: { mode: FormMode; children: ReactNode }) => (
  <Mode value={mode}>{mode === 'view' ? <dl className="fields">{children}</dl> : <div className="entries">{children}</div>}</Mode>
)

/** Label and value of a field in view mode. */
export const ReadOnlyField = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children === '' || children === null || children === undefined ? missing : children}</dd>
  </div>
)
