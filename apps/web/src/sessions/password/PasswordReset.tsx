import { useParam } from '../../ui/useParam.ts'
import { SetPassword } from './SetPassword.tsx'

export default function PasswordResetPage() {
  return <SetPassword purpose="reset" userId={useParam('userid')} code={useParam('resetcode')} />
}
