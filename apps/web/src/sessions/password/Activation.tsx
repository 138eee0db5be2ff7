import { useParam } from '../../ui/useParam.ts'
import { SetPassword } from './SetPassword.tsx'

export default function ActivationPage() {
  return <SetPassword purpose="activation" userId={useParam('userid')} code={useParam('activationcode')} />
}
