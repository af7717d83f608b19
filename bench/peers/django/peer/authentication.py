import jwt
from django.conf import settings
from django.utils import timezone
from rest_framework import authentication, exceptions

from .models import Session


class TokenAuthentication(authentication.BaseAuthentication):
    """The same access tokens, and one look-up of the session with its person."""

    def authenticate_header(self, request):
        return "Bearer"

    def authenticate(self, request):
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind != "Bearer":
            return None
        try:
            claims = jwt.decode(token, settings.TOKEN_KEY, algorithms=["HS256"])
            session = Session.objects.select_related("user").get(
                id=claims["sid"], expires_at__gt=timezone.now(), user__disabled_at__isnull=True
            )
        except (jwt.PyJWTError, KeyError, Session.DoesNotExist) as refusal:
            raise exceptions.AuthenticationFailed() from refusal
        return session.user, claims
