export const emails = {
  email: {
    hello: 'Hello,',
    quoted: '“{{name}}”',
  },
  resetEmail: {
    subject: 'Reset your Sayback password',
    subjectNew: 'Confirm your address for Sayback',
    asked: 'We got a request to reset your Sayback password.',
    askedNew:
      'We got a request to reset your Sayback password, and this address is new to us. If it was you, the link below confirms your address and lets you choose a new password.',
    choose: 'Choose a new password for {{name}}',
    limits: 'Each link works once and expires in {{minutes}} minutes.',
    ignore: "If it wasn't you, ignore this email. Your password stays the same.",
  },
  verificationEmail: {
    subject: 'Confirm your address for Sayback',
    given:
      'This address was added to the Sayback account {{name}}. If the account is yours, log in and open this link:',
    confirm: 'Confirm my address',
    use: 'You can then reset your password with this address.',
    limits: 'The link expires in {{days}} days.',
    ignore: "If you don't know this account, ignore this email.",
  },
  identityEmail: {
    subject: 'New way to sign in to your Sayback account',
    added: 'You can now sign in to the account {{name}} with {{provider}}.',
    worry: "If it wasn't you, change your password and ask an administrator for help.",
    open: 'Open Sayback',
  },
  factorEmail: {
    subject: 'A change to your Sayback sign-in',
    account: 'This is about the account {{name}}.',
    ignore:
      "If it was you, there is nothing to do. If it wasn't, change your password now and tell an administrator.",
  },
  factorNews: {
    'app-added': 'An authenticator app was added to your Sayback account.',
    'app-removed': 'The authenticator app was removed from your Sayback account.',
    'passkey-added': 'A passkey was added to your Sayback account.',
    'passkey-removed': 'A passkey was removed from your Sayback account.',
    'codes-renewed': 'New recovery codes were made for your Sayback account. The old ones no longer work.',
    'code-used': 'A recovery code was used to sign in to your Sayback account.',
    'turned-off': 'Two-step sign-in was turned off for your Sayback account.',
    reset: 'An administrator turned off two-step sign-in for your Sayback account.',
  },
} as const;
