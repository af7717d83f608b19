export const letters = {
  letter: {
    hello: 'Hello,',
    quoted: '“{{name}}”',
  },
  resetLetter: {
    subject: 'Reset your Sayback password',
    subjectNew: 'Confirm your address for Sayback',
    asked: 'Somebody, we hope you, asked for a new password on Sayback.',
    askedNew:
      'Somebody, we hope you, gave this address on Sayback and asked for a new password. If it was you, the link below confirms your address and lets you choose one.',
    choose: 'Choose a new password for {{name}}',
    limits: 'Each link works once, for {{minutes}} minutes.',
    ignore: 'If it wasn’t you, you don’t have to do anything. No password changes.',
  },
  verificationLetter: {
    subject: 'Confirm your address for Sayback',
    given:
      'This address was given for the Sayback account {{name}}. If the account is yours, log in and open this link:',
    confirm: 'Confirm my address',
    use: 'You can then reset your password with this address.',
    limits: 'The link works for {{days}} days.',
    ignore: 'If you don’t know this account, you don’t have to do anything.',
  },
  identityLetter: {
    subject: 'New way to sign in to your Sayback account',
    added: 'You can now sign in to the account {{name}} with {{provider}}.',
    worry: 'If it wasn’t you, change your password and ask an administrator for help.',
    open: 'Open Sayback',
  },
  factorLetter: {
    subject: 'A change to your Sayback sign-in',
    account: 'It concerns the account {{name}}.',
    ignore:
      "If this was you, there is nothing to do. If it wasn't, change your password now and tell an administrator.",
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
