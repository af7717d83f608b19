"""An ordinary Django REST framework service over Sayback's tables, as the bench starts it."""

import os
from urllib.parse import unquote, urlsplit

database = urlsplit(os.environ["DATABASE_URL"])

SECRET_KEY = "only for the bench: nothing is signed with it"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "peer.urls"
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["rest_framework", "peer"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": database.path[1:],
        "USER": unquote(database.username or ""),
        "PASSWORD": unquote(database.password or ""),
        "HOST": database.hostname,
        "PORT": database.port,
        # Connections are kept for as long as a worker lives.
        "CONN_MAX_AGE": None,
    }
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["peer.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
TOKEN_KEY = bytes.fromhex(os.environ["TOKEN_KEY"])
MEDIA_KEY = bytes.fromhex(os.environ["MEDIA_KEY"])
