import { to } from '../../../platform/navigation/paths.ts'
import { writeSearch } from '../../../platform/navigation/search.ts'
import { useMay } from '../../../platform/session/session.ts'
import { Link } from '../../../ui/Link.tsx'
import type { Choice } from '../../values/choices.ts'

/** The name of a sensor or device, which leads to it among the others of its smart box. */
export function InterfaceLink({ choice, name = choice.displayName }: { choice: Choice; name?: string }) {
  const may = useMay()
  if (!may('terminals.read')) return name
  const box = to('/system/terminals/details/{terminalId}', { terminalId: choice.terminal.id })
  return <Link href={box + writeSearch({ search: choice.displayName, historyBack: true, hideFilters: true })}>{name}</Link>
}
